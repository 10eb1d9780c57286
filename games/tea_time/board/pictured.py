"""A move of Tea Time: the cards taken as small cards, and as text what cancels and who begins next."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.contract import PicturedMove, TakenCards
from games.boards.language import gettext as _
from games.boards.scene import Entry
from games.tea_time.board.cards import face
from games.tea_time.board.texts import besides


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    took = entry.cards("took")
    rule = _("side by side") if len(took) > 1 else ""
    return PicturedMove((), [TakenCards([face(card) for card in took], rule)], besides(entry, names, you))
