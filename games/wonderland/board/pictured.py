"""A move of Wonderland in small cards. Powers do too many different things to be shown by cards, so the log describes
them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from games.boards.contract import PicturedMove, TakenCards
from games.boards.scene import Entry
from games.wonderland.board.cards import back, face
from games.wonderland.board.texts import besides, from_piles, sentence


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    played = [face(entry.move["card"])] if "card" in entry.move else []
    took = [event for event in entry.events if event["event"] == "took"]
    if not took:
        return PicturedMove([*played, *_shown(entry)], words=sentence(entry, names, you))
    groups = [
        TakenCards([face(card) if card else back() for card in event["cards"]], from_piles(event))
        for event in took
    ]
    return PicturedMove(played, groups, besides(entry, names, you))


def _shown(entry: Entry) -> list[SafeString]:
    """Return the cards that a power revealed or gave away, or their backs, or those of a notebook after a stop."""
    open_cards = [
        event["card"] for event in entry.events if event["event"] in ("revealed", "peeked", "given")
    ]
    cards = entry.cards("banked") if entry.move["type"] == "stop" else []
    return [face(card) if card else back() for card in (*open_cards, *cards)]
