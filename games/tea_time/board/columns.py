"""A seat's cards in columns, one for each character and one for Alice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.boards import texts
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, CHARACTERS, MOST, POINTS

COLUMNS = (*CHARACTERS, ALICE)
# The points of a character by the number of its cards.
LADDER = [(f"{count}+" if count == MOST else count, points) for count, points in enumerate(POINTS)]


class Amount(NamedTuple):
    """The number of a seat's cards of one character, their face ("" if there are none), and the name of the card that
    has just come."""

    character: str
    size: int
    face: str
    name: str


def amounts(held: Sequence[Mapping[str, Any]], alice: bool, names: Mapping[str, str]) -> list[Amount]:
    """Return the amounts of all characters and of Alice that a view says a seat holds. `names` are the names of the
    cards that have just come."""
    counts = {card["character"]: (card["count"], card["face"]) for card in held}
    columns = [
        Amount(character, *counts.get(character, (0, "")), names.get(character, ""))
        for character in CHARACTERS
    ]
    return [*columns, Amount(ALICE, int(alice), "", ALICE if alice else "")]


def points(character: str, count: int) -> int:
    return ALICE_POINTS * count if character == ALICE else POINTS[min(count, MOST)]


def points_of(character: str, count: int) -> str:
    """Return the points of that many cards of a character: `5 pts`."""
    return texts.few_points(points(character, count))


def column_now(character: str, count: int) -> tuple[int, int, int | None]:
    """Return the numbers that a column shows: its cards, its points, and its points with one more card of the same
    face, None for Alice, who is one card."""
    more = None if character == ALICE and count else points(character, count + 1)
    return count, points(character, count), more
