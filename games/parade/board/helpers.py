"""Helpers for Parade's macros."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from games.boards import texts
from games.boards.people import names_of
from games.parade.board import cards
from games.parade.board.texts import consequence, in_hand, latest, most
from games.parade.rules.rules import COLOURS, worth


def pairs_text(pairs: Sequence[tuple[tuple[str, str], int]]) -> str:
    """Return as JSON, for the page's script, the change of the points for each pair of discards."""
    return json.dumps({"+".join(pair): texts.change_points(change) for pair, change in pairs})


HELPERS: dict[str, Any] = {
    "card_name": cards.card_name,
    "change": texts.change,
    "change_points": texts.change_points,
    "colour_name": lambda colour: str(cards.COLOUR_NAMES[colour]),
    "colours": COLOURS,
    "consequence": consequence,
    "drawing": cards.drawing,
    "face": cards.face,
    "in_hand": in_hand,
    "latest": lambda entry, names, you: latest(entry, names_of(tuple(names)), you),
    "mark": cards.mark,
    "most": most,
    "name_of_card": cards.in_a_sentence,
    "names_of_cards": cards.listed,
    "number_of_cards": texts.cards,
    "pairs_text": pairs_text,
    "turned": cards.turned,
    "worth": worth,
}
