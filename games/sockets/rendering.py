"""Draw a snapshot for each audience of a table, and the changes that their pages must swap in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from games import boards
from games.boards import Board, Scene, differences
from games.boards.differences import swapped
from games.boards.language import speaking
from games.play.snapshot import Snapshot
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
    """Return by audience the HTML to swap in.

    `shown` has the boards that the pages show, and is updated. Common elements are made once. `on_the_board` draws the
    last board of an ended match instead of its result.
    """
    spectator = boards.scene_of(snapshot, None)
    if on_the_board:
        spectator = spectator._replace(on_the_board=True)
    changes: dict[Audience, str] = {}
    with metrics.rendering(snapshot.table.game):
        # Grouped by language, since switching it costs more than drawing an element.
        for language, group in groupby(sorted(audiences, key=_language), _language):
            with speaking(language):
                _draw(snapshot, spectator, audiences=list(group), shown=shown, changes=changes)
    return changes


def _draw(
    snapshot: Snapshot,
    spectator: Scene,
    audiences: Sequence[Audience],
    shown: dict[Audience, Board],
    changes: dict[Audience, str],
) -> None:
    """Draw for audiences of one language."""
    public = boards.public_elements(spectator)
    between: differences.PublicDifferences = {}
    for audience in audiences:
        viewer, language = audience
        scene = spectator if viewer is None else boards.scene_of(snapshot, viewer, spectator)
        old, new = shown.get(audience), boards.board(scene, public)
        shown[audience], changes[audience] = new, differences.changes(old, new, language, between)


def _language(audience: Audience) -> str:
    return audience[1]


def whole(board: Board, language: str) -> str:
    with speaking(language):
        return swapped(board.whole)
