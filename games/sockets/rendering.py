"""What each audience of a table sees of a snapshot, and what its page must swap in to show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from games import boards
from games.boards import Board, Scene, drawing
from games.boards.drawing import swapped
from games.boards.language import speaking
from games.tables import Snapshot
from hosting.observability import metrics

# A seat's index (None: spectators) and a language.
Audience = tuple[int | None, str]


def render(
    snapshot: Snapshot,
    audiences: Iterable[Audience],
    shown: dict[Audience, Board],
    *,
    on_the_board: bool = False,
) -> dict[Audience, str]:
    """What the pages of those audiences must swap in; `shown` is what they show, and what they will show then. What
    they see alike is made once. `on_the_board`: the match has ended, and its last move is seen before its result."""
    spectator = boards.scene_of(snapshot, None)
    if on_the_board:
        spectator = replace(spectator, on_the_board=True)
    changes: dict[Audience, str] = {}
    with metrics.rendering(snapshot.table.game):
        # One language after the other: to change it costs more than to draw an element.
        for language, group in groupby(sorted(audiences, key=_language), _language):
            with speaking(language):
                _draw(snapshot, spectator, list(group), shown, changes)
    return changes


def _draw(
    snapshot: Snapshot,
    spectator: Scene,
    audiences: Sequence[Audience],
    shown: dict[Audience, Board],
    changes: dict[Audience, str],
) -> None:
    """Of audiences of one language."""
    public = boards.public_elements(spectator)
    for audience in audiences:
        viewer, language = audience
        scene = spectator if viewer is None else boards.scene_of(snapshot, viewer, spectator)
        old, new = shown.get(audience), boards.board(scene, public)
        shown[audience], changes[audience] = new, drawing.changes(old, new, language)


def _language(audience: Audience) -> str:
    return audience[1]


def whole(board: Board, language: str) -> str:
    with speaking(language):
        return swapped(board.whole)
