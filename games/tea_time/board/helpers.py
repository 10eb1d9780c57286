"""Helpers for Tea Time's macros."""

from __future__ import annotations

import json
from typing import Any

from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.tea_time.board import cards
from games.tea_time.board.columns import column_now, next_points, points_of
from games.tea_time.board.takes import alone, takes_text
from games.tea_time.board.texts import first_cards, limit
from games.tea_time.rules.rules import ALICE, CHARACTERS, MOST, POINTS


def labels(most: int) -> str:
    """Return as JSON, for the page's script, the label of the button for each number of chosen cards."""
    words = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return json.dumps(words[: most + 1])


def to_come(count: int) -> str:
    text = ngettext("%(total)s card, the grid's included", "%(total)s cards, the grid's included", count)
    return text % {"total": count}


HELPERS: dict[str, Any] = {
    "alone": alone,
    "character_name": lambda character: str(cards.CHARACTER_NAMES[character]),
    "characters": CHARACTERS,
    "column_now": lambda character, count: json.dumps(column_now(character, count)),
    "columns": (*CHARACTERS, ALICE),
    "face_of": cards.face_of,
    "first_cards": first_cards,
    "inks": cards.INKS,
    "labels": labels,
    "ladder": [(f"{count}+" if count == MOST else count, points) for count, points in enumerate(POINTS)],
    "limit_text": limit,
    "mark": cards.mark,
    "next_points": next_points,
    "placed": cards.placed,
    "points_of": points_of,
    "takes_text": takes_text,
    "to_come_text": to_come,
}
