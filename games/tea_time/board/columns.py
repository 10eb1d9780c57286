"""What a seat holds, in columns: a character each, and Alice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.boards import texts
from games.boards.fragments import by_language
from games.tea_time.board.cards import INKS, face, mark
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, CHARACTERS, MOST, POINTS


@dataclass(frozen=True)
class Column:
    """What a seat holds of a character, as it is drawn."""

    character: str
    ink: str
    mark: SafeString
    count: int
    mirror: bool
    face: SafeString | str
    points: str


# Of a character: how many are held, the face on top, and the name of the card that has just come.
Amount = tuple[str, int, str, str]


def amounts(held: Sequence[Mapping[str, Any]], alice: bool, keys: Mapping[str, str]) -> list[Amount]:
    """Character by character, and Alice, of what a view says is held. `keys` name the cards that have just come."""
    counts = {each["character"]: (each["count"], each["face"]) for each in held}
    found = [(each, *counts.get(each, (0, "")), keys.get(each, "")) for each in CHARACTERS]
    return [*found, (ALICE, int(alice), "", "")]


def columns(held: Sequence[Mapping[str, Any]], alice: bool, keys: Mapping[str, str]) -> list[Column]:
    return [column(*each) for each in amounts(held, alice, keys)]


def column(character: str, count: int, side: str, key: str) -> Column:
    return _alice_column(count > 0) if character == ALICE else _column(character, count, side, key)


@by_language
def _column(character: str, count: int, side: str, key: str) -> Column:
    """`side` is the face of the card that lies on top, "" if there is none."""
    card = {"character": character, "face": side}
    return Column(
        character,
        INKS[character],
        mark(character),
        count,
        side == "mirror",
        face(card, key) if count else "",
        texts.few_points(POINTS[min(count, MOST)]),
    )


@by_language
def _alice_column(here: bool) -> Column:
    drawn = face(ALICE, ALICE) if here else ""
    return Column(
        ALICE,
        INKS[ALICE],
        mark(ALICE),
        int(here),
        False,
        drawn,
        texts.few_points(ALICE_POINTS if here else 0),
    )
