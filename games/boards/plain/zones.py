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
    """Return True if a list has an item for each seat. New deals at tables of every size tell; of what no new deal has,
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


class Fact(NamedTuple):
    """A single value in words."""

    label: str
    text: str


class Zone(NamedTuple):
    """Rows of cards. A row is a label and its cards, a card its words and whether it is unknown or not there."""

    label: str
    rows: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]

    @property
    def size(self) -> int:
        return sum(len(cards) for _label, cards in self.rows)

    @property
    def is_folded(self) -> bool:
        return self.size > MANY


def shown(found: Sequence[Item], names: Sequence[str]) -> tuple[tuple[Fact, ...], tuple[Zone, ...]]:
    """For a macro: the facts with their words, the zones with their rows of cards."""
    facts = [
        Fact(title(each.name), said(each.value, names, each.name))
        for each in found
        if not _is_zone(each.value)
    ]
    zones = [
        Zone(title(each.name), tuple(_rows(each.value, each.name, names)))
        for each in found
        if _is_zone(each.value)
    ]
    return tuple(facts), tuple(zones)


def _is_zone(value: Any) -> bool:
    """A list, or a dict of lists."""
    if isinstance(value, Mapping):
        return bool(value) and all(
            isinstance(each, Sequence) and not isinstance(each, str) for each in value.values()
        )
    return isinstance(value, Sequence) and not isinstance(value, str)


def _rows(value: Any, name: str, names: Sequence[str]) -> Iterator[tuple[str, tuple[tuple[str, bool], ...]]]:
    """A list of cards is one row; a list of lists is a row each, and so is a dict of lists, with its names."""
    if isinstance(value, Mapping):
        yield from ((title(key), _cards(row, key, names)) for key, row in value.items())
    elif value and all(isinstance(each, Sequence) and not isinstance(each, str) for each in value):
        # Numbered as moves number them.
        yield from ((str(number), _cards(row, name, names)) for number, row in enumerate(value))
    else:
        yield "", _cards(value, name, names)


def _cards(row: Sequence[Any], name: str, names: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    return tuple([(said(each, names, name), each is None) for each in row])
