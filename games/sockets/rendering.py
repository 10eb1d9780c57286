"""What each audience of a table sees of a snapshot, and what its page must swap in to show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from config import metrics
from games import boards
from games.boards import Board, Scene, drawing, fragment_board
from games.boards.drawing import swapped
from games.boards.language import speaking
from games.tables import Snapshot

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
        spectator = replace(spectator, on_the_board=True, made={})
    changes: dict[Audience, str] = {}
    draw = _drawn if boards.is_drawn_by_keys(snapshot.table.game) else _fragments
    with metrics.rendering(snapshot.table.game):
        # One language after the other: to change it costs more than to draw an element.
        for language, group in groupby(sorted(audiences, key=_language), _language):
            with speaking(language):
                draw(snapshot, spectator, list(group), shown, changes)
    return changes


def _drawn(
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


def _fragments(
    snapshot: Snapshot,
    spectator: Scene,
    audiences: Sequence[Audience],
    shown: dict[Audience, Any],
    changes: dict[Audience, str],
) -> None:
    for audience in audiences:
        known = shown.get(audience)
        shown[audience] = board = _board(snapshot, audience[0], spectator, known)
        changes[audience] = difference(known, board)


def _board(snapshot: Snapshot, viewer: int | None, spectator: Scene, known: Any) -> Any:
    if viewer is None:
        return fragment_board.board(spectator, known)
    # Whose log is their own, or who is told of a move that was decided ahead.
    apart = snapshot.seats[viewer].phrases_hidden or viewer in snapshot.conditional_moves
    view = snapshot.rules.view(snapshot.state, viewer)
    if known is not None and not apart and (same := boards.same_board(known, spectator, view)):
        return same
    return fragment_board.board(boards.scene_of(snapshot, viewer, spectator, view), known)


def _language(audience: Audience) -> str:
    return audience[1]


def difference(old: Any, new: Any) -> str:
    """What a page that shows `old` must swap in to show `new`; empty if nothing."""
    change = None if old is None else new.change_since(old)
    return swapped(new.whole) if change is None else change


def whole(board: Board, language: str) -> str:
    with speaking(language):
        return swapped(board.whole)
