"""What lies where: a view to zones (rows of cards), facts (single values), and what belongs to each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.boards.plain.values import said, title
from games.rules import core
from games.rules.chance import Stream

# Said elsewhere on the board.
ELSEWHERE = frozenset({"you", "to_act", "scores", "ranks"})
# A zone of more cards is shown folded.
MANY = 24


class Item(NamedTuple):
    """One entry of a view, as far as a seat (None: the whole table) is meant."""

    name: str
    value: Any
    seat: int | None


def items(rules: core.Game, view: core.View, spectators: core.View) -> Iterator[Item]:
    """The view's entries in its order, those by seat taken apart. What is None isn't there for this viewer; what isn't
    there for a spectator is the viewer's own."""
    seats = len(view["scores"])
    for name, value in view.items():
        if name in ELSEWHERE or value is None:
            continue
        if is_by_seat(rules, name, value, seats):
            yield from (Item(name, each, seat) for seat, each in enumerate(value) if each is not None)
        else:
            yield Item(name, value, None if spectators.get(name) is not None else view["you"])


def is_by_seat(rules: core.Game, name: str, value: Any, seats: int) -> bool:
    """Whether a list holds something for each seat. New deals at tables of every size tell; of what no new deal has,
    its length does, and a list of words is a row of cards."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != seats:
        return False
    known = _lists_of_new_deals(rules).get(name)
    return known if known is not None else not any(isinstance(each, str) for each in value)


@cache
def _lists_of_new_deals(rules: core.Game) -> Mapping[str, bool]:
    """Of the lists of a newly dealt table: whether each is as long as the table has seats, whatever its size."""
    found: dict[str, bool] = {}
    for seats in rules.SEATS:
        state, _setup = core.deal(rules, seats, Stream(b"", [""] * seats), {})
        for name, value in rules.view(state, None).items():
            if isinstance(value, list):
                cards = len(rules.SEATS) == 1 and any(isinstance(each, str) for each in value)
                found[name] = found.get(name, True) and len(value) == seats and not cards
    return found


def shown(found: Sequence[Item], names: Sequence[str]) -> dict[str, Any]:
    """For a template: `facts` with their words, `zones` with their rows of cards."""
    zones = [each for each in found if _is_zone(each.value)]
    facts = [each for each in found if not _is_zone(each.value)]
    return {
        "facts": [{"label": title(each.name), "text": said(each.value, names, each.name)} for each in facts],
        "zones": [_zone(each, names) for each in zones],
    }


def _is_zone(value: Any) -> bool:
    """A list, or a dict of lists."""
    if isinstance(value, Mapping):
        return bool(value) and all(
            isinstance(each, Sequence) and not isinstance(each, str) for each in value.values()
        )
    return isinstance(value, Sequence) and not isinstance(value, str)


def _zone(item: Item, names: Sequence[str]) -> dict[str, Any]:
    rows = list(_rows(item.value, item.name, names))
    count = sum(len(row["cards"]) for row in rows)
    return {"label": title(item.name), "rows": rows, "count": str(count), "many": count > MANY}


def _rows(value: Any, name: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A list of cards is one row; a list of lists is a row each, and so is a dict of lists, with its names."""
    if isinstance(value, Mapping):
        yield from ({"label": title(key), "cards": _cards(row, key, names)} for key, row in value.items())
    elif value and all(isinstance(each, Sequence) and not isinstance(each, str) for each in value):
        # Numbered as moves number them.
        yield from (
            {"label": str(number), "cards": _cards(row, name, names)} for number, row in enumerate(value)
        )
    else:
        yield {"label": "", "cards": _cards(value, name, names)}


def _cards(row: Sequence[Any], name: str, names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"text": said(each, names, name), "empty": each is None} for each in row]
