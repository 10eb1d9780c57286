"""A move of Parade in small cards: the card played, and the cards taken, by rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.boards.contract import PicturedMove, TakenCards
from games.boards.language import gettext as _
from games.boards.scene import Entry
from games.parade.board.cards import face
from games.parade.board.texts import besides, sentence
from games.parade.rules.rules import COLOUR, VALUE


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    if entry.move["type"] == "discard":
        # The others' cards aren't known.
        cards = [face(card) for card in entry.move["cards"] if card]
        return PicturedMove(cards, words=sentence(entry, names, you))
    played = entry.move["card"]
    took = entry.cards("took")
    alike = groupby(took, key=lambda card: COLOUR[card] == COLOUR[played])
    groups = [TakenCards([face(card) for card in cards], _rule(played, same)) for same, cards in alike]
    fresh = [f'#seat-{entry.seat}-{COLOUR[card]} [data-card="{card}"]' for card in took]
    return PicturedMove(
        [face(played)], took=groups, words=besides(entry, names, you), joined=f"#p-{played}", fresh=fresh
    )


def _rule(played: str, same: bool) -> str:
    return _("its colour") if same else _("not above %(value)d") % {"value": VALUE[played]}
