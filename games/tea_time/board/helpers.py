"""Helpers for Tea Time's macros."""

from __future__ import annotations

import json
from typing import Any

from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.tea_time.board import cards
from games.tea_time.board.columns import points_of
from games.tea_time.board.takes import alone, takes_text
from games.tea_time.board.texts import limit
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, CHARACTERS, POINTS


def labels(most: int) -> str:
    """Return as JSON, for the page's script, the label of the button for each number of chosen cards."""
    words = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return json.dumps(words[: most + 1])


def to_come(count: int) -> str:
    text = ngettext("%(total)s card, the grid's included", "%(total)s cards, the grid's included", count)
    return text % {"total": count}


def first_costs(first: bool) -> str:
    """Return why each first card costs points. The seat that begins the first round lays Alice as well."""
    numbers = {"cost": POINTS[0] - POINTS[1], "none": POINTS[0], "one": POINTS[1], "alice": ALICE_POINTS}
    if first:
        text = _(
            "With no card a character counts %(none)d points, with one card %(one)d: you lose %(cost)d, and "
            "%(alice)d more with Alice."
        )
        return text % numbers
    text = _("With no card a character counts %(none)d points, with one card %(one)d: you lose %(cost)d.")
    return text % numbers


HELPERS: dict[str, Any] = {
    "alone": alone,
    "character_name": lambda character: str(cards.CHARACTER_NAMES[character]),
    "characters": CHARACTERS,
    "columns": (*CHARACTERS, ALICE),
    "face_of": cards.face_of,
    "first_costs": first_costs,
    "inks": cards.INKS,
    "labels": labels,
    "limit_text": limit,
    "mark": cards.mark,
    "placed": cards.placed,
    "points_of": points_of,
    "takes_text": takes_text,
    "to_come_text": to_come,
}
