"""The zones (rows of cards) and facts (single values) of a view, by seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.boards.plain.values import in_words, is_row, title
from games.rules import core
from games.rules.chance import Stream

# Shown elsewhere on the board.
ELSEWHERE = frozenset({"you", "to_act", "scores", "ranks"})
# Larger zones are shown folded.
MANY = 24


class Item(NamedTuple):
    """One entry of a view. `seat` is its owner; None: the whole table."""

    name: str
    value: Any
    seat: int | None


def items(rules: core.Game, view: core.View, spectators: core.View) -> Iterator[Item]:
    """Yield the view's entries in order. A list with an item for each seat becomes an entry for each seat.

    Entries that are None are left out, because the viewer can't see them. Entries that a spectator can't see belong to
    the viewer.
    """
    seats = len(view["scores"])
    for name, value in view.items():
        if name in ELSEWHERE or value is None:
            continue
        if is_by_seat(rules, name, value, seats):
            yield from (Item(name, item, seat) for seat, item in enumerate(value) if item is not None)
        else:
            yield Item(name, value, None if spectators.get(name) is not None else view["you"])


def is_by_seat(rules: core.Game, name: str, value: Any, seats: int) -> bool:
    """Return True if a list has an item for each seat.

    It has if the list is as long as the table has seats in new deals of every size. A list that no new deal has is
    judged by its length and contents: a list of strings is a row of cards.
    """
    if not is_row(value) or len(value) != seats:
        return False
    answer = _lists_of_new_deals(rules).get(name)
    return answer if answer is not None else not any(isinstance(item, str) for item in value)


@cache
def _lists_of_new_deals(rules: core.Game) -> Mapping[str, bool]:
    """Return by name whether a list of a new deal is as long as the table has seats, at tables of every size."""
    answers: dict[str, bool] = {}
    for seats in rules.SEATS:
        state, _setup = core.deal(rules, seats, Stream(b"", [""] * seats), {})
        for name, value in rules.view(state, None).items():
            if isinstance(value, list):
                cards = len(rules.SEATS) == 1 and any(isinstance(item, str) for item in value)
                answers[name] = answers.get(name, True) and len(value) == seats and not cards
    return answers


class Fact(NamedTuple):
    """A single value in words."""

    label: str
    text: str


class Zone(NamedTuple):
    """Rows of cards. A row is a label and its cards; a card is its words, and True if it is unknown or absent."""

    label: str
    rows: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]

    @property
    def size(self) -> int:
        return sum(len(cards) for _label, cards in self.rows)

    @property
    def is_folded(self) -> bool:
        return self.size > MANY


def shown(entries: Sequence[Item], names: Sequence[str]) -> tuple[tuple[Fact, ...], tuple[Zone, ...]]:
    """Return the facts and zones in words, for a macro."""
    facts, zones = [], []
    for name, value, _seat in entries:
        if _is_zone(value):
            zones.append(Zone(title(name), tuple(_rows(value, name, names))))
        else:
            facts.append(Fact(title(name), in_words(value, names, name)))
    return tuple(facts), tuple(zones)


def _is_zone(value: Any) -> bool:
    """Return True for a list, or a dict of lists."""
    if isinstance(value, Mapping):
        return bool(value) and all(map(is_row, value.values()))
    return is_row(value)


def _rows(value: Any, name: str, names: Sequence[str]) -> Iterator[tuple[str, tuple[tuple[str, bool], ...]]]:
    """Yield the rows of a zone: a single one for a list of cards, else one for each list in the list or dict."""
    if isinstance(value, Mapping):
        yield from ((title(key), _cards(row, key, names)) for key, row in value.items())
    elif value and all(map(is_row, value)):
        # Rows are numbered as in moves.
        yield from ((str(number), _cards(row, name, names)) for number, row in enumerate(value))
    else:
        yield "", _cards(value, name, names)


def _cards(row: Sequence[Any], name: str, names: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    return tuple([(in_words(item, names, name), item is None) for item in row])
