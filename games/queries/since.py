"""What has happened at a table since one of its people last had it before their eyes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import boards
from games.boards import Scene
from games.models import Move
from games.tables import Snapshot
from games.tables.conditional_reads import KEY

# Whoever had it before their eyes so lately has not been away: what a page tells of it is as old as that at most.
AWAY = timedelta(minutes=2)


@dataclass(frozen=True)
class Happened:
    """A move in words: when, why it took what it took, and whether the reader had decided it ahead."""

    number: int
    moment: datetime
    text: str
    why: str
    ordered: bool


@dataclass(frozen=True)
class Since:
    """`left` is when the reader was last here, `moves` what came then, oldest first."""

    left: datetime
    moves: list[Happened]

    @property
    def before(self) -> int:
        """The number of the board that the reader saw last."""
        return self.moves[0].number - 1


def since(snapshot: Snapshot, scene: Scene, viewer: int | None) -> Since | None:
    """Of the newest moves those that the reader has not seen; None if there are none, and of a live table."""
    table = snapshot.table
    left = snapshot.seats[viewer].present_at if viewer is not None else None
    if left is None or table.is_live or not table.is_running or table.started_at is None:
        return None
    board = boards.board_of(table.game)
    moves = []
    for row, entry in zip([row for row in snapshot.recent if row.number], scene.entries, strict=True):
        moment = table.started_at + timedelta(milliseconds=entry.at)
        ordered = entry.seat == viewer and row.key.startswith(KEY)
        if moment > left and (ordered or entry.seat != viewer):
            text = boards.sentence(table.game, entry, scene.names, viewer)
            moves.append(Happened(entry.number, moment, text, board.why(entry), ordered))
    return Since(left, moves) if moves else None


def left_at(snapshot: Snapshot, viewer: int | None, now: datetime) -> datetime | None:
    """When the viewer went away from the table; None if they never were there, or are there now."""
    present_at = None if viewer is None else snapshot.seats[viewer].present_at
    return None if present_at is None or present_at > now - AWAY else present_at


def board_left(snapshot: Snapshot, rows: Sequence[Move], viewer: int | None, left: datetime) -> int | None:
    """The number of the board that the viewer saw last before they went away; None if nothing came after it, or if they
    have moved since. `rows` are the match's from the deal on."""
    began = snapshot.table.started_at
    if began is None:
        return None
    unseen = [row for row in rows if row.number and began + timedelta(milliseconds=row.at) > left]
    if not unseen or any(row.seat == viewer and _is_made_by_hand(row) for row in unseen):
        return None
    return unseen[0].number - 1


def _is_made_by_hand(row: Move) -> bool:
    return row.by == Move.By.PERSON and not row.key.startswith(KEY)
