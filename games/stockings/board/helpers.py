"""Helpers for the race's macros."""

from __future__ import annotations

from typing import Any

from games.boards import texts
from games.boards.language import ngettext
from games.stockings.board import cards, moment
from games.stockings.board.keys import BACKS, kinds


def cards_word(count: int) -> str:
    return ngettext("card", "cards", count)


def wrong_word(count: int) -> str:
    return ngettext("wrong slap", "wrong slaps", count)


HELPERS: dict[str, Any] = {
    "back": cards.back,
    "caption": lambda card: str(cards.CAPTIONS.get(card, "")),
    "effects": cards.EFFECTS,
    "cards_word": cards_word,
    "card_name": cards.card_name,
    "face": cards.face,
    "kinds": kinds,
    "late_words": moment.late_words,
    "listed": texts.names,
    "most_backs": BACKS,
    "mute_face": cards.mute_face,
    "wrong_word": wrong_word,
}
