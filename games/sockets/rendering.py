"""What each audience of a table sees of a snapshot, and what its page must swap in to show it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from config import metrics
from games import boards
from games.boards import Board
from games.boards.fragments import speaking, swapped
from games.tables import Snapshot

# A seat's index (None: spectators) and a language.
Audience = tuple[int | None, str]


def render(
    snapshot: Snapshot, audiences: Iterable[Audience], shown: dict[Audience, Board]
) -> dict[Audience, str]:
    """What the pages of those audiences must swap in; `shown` is what they show, and what they will show then. What
    they see alike is made once."""
    spectator = boards.scene_of(snapshot, None)
    changes = {}
    with metrics.rendering(snapshot.table.game):
        # One language after the other: to change it costs more than to render a fragment.
        for language, group in groupby(sorted(audiences, key=_language), _language):
            with speaking(language):
                for audience in group:
                    viewer = audience[0]
                    scene = spectator if viewer is None else boards.scene_of(snapshot, viewer, spectator)
                    board = boards.board(scene)
                    changes[audience] = difference(shown.get(audience), board)
                    shown[audience] = board
    return changes


def _language(audience: Audience) -> str:
    return audience[1]


def difference(old: Board | None, new: Board) -> str:
    """What a page that shows `old` must swap in to show `new`; empty if nothing."""
    if old is None or old.layout != new.layout or old.elements.keys() != new.elements.keys():
        return whole(new)
    before = old.elements
    return "".join([element.change_since(before[name]) for name, element in new.elements.items()])


def whole(board: Board) -> str:
    return swapped(board.whole)
