"""Helpers for Wonderland's macros."""

from __future__ import annotations

from typing import Any

from games.boards import texts
from games.boards.language import ngettext, pgettext
from games.wonderland.board import asking, cards, collapse, count, unseen
from games.wonderland.board.alike import pips
from games.wonderland.rules.state import CHARACTERS, KINDS


def keys_text(number: int) -> str:
    return ngettext("%(count)d key", "%(count)d keys", number) % {"count": number}


def left_text(number: int) -> str:
    return ngettext("%(num)s left", "%(num)s left", number) % {"num": number}


def hidden_text(number: int) -> str:
    return ngettext("%(num)s hidden", "%(num)s hidden", number) % {"num": number}


HELPERS: dict[str, Any] = {
    "alike_text": collapse.alike_text,
    "asks_for": asking.asks,
    "back": cards.back,
    "card_name": cards.card_name,
    "cards_text": texts.cards,
    "characters": CHARACTERS,
    "crowded": collapse.crowded,
    "does": asking.does,
    "exploration_text": asking.would,
    "face": cards.face,
    "falling_text": unseen.falling_text,
    "hidden_text": hidden_text,
    "ink": lambda card: cards.INKS[card],
    "key_drawing": cards.key,
    "keys_text": keys_text,
    "left_text": left_text,
    "kinds": KINDS,
    "mark": cards.mark,
    "marked": collapse.marked,
    "named": asking.named,
    "over": lambda: pgettext("a card", "over"),
    "pips": pips,
    "rubble": collapse.rubble,
    "rule": count.rule,
    "stopping": asking.stopping,
    "under": lambda: pgettext("a card", "under"),
}
