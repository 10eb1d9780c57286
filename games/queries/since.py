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
from games.tables.presence import AWAY


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


def board_left(snapshot: Snapshot, rows: Sequence[Move], viewer: int | None, now: datetime) -> int | None:
    """The number of the board that the viewer saw last before they were away; None if nothing came after it, or if they
    have moved since. They may be away still, or back at the table. `rows` are the match's from the deal on."""
    if viewer is None:
        return None
    seat = snapshot.seats[viewer]
    away = seat.present_at is not None and seat.present_at < now - AWAY
    found = (
        _board_at(snapshot, rows, viewer, left)
        for left in (seat.present_at if away else None, seat.left_at)
        if left
    )
    return next((number for number in found if number is not None), None)


def _board_at(snapshot: Snapshot, rows: Sequence[Move], viewer: int, left: datetime) -> int | None:
    began = snapshot.table.started_at
    if began is None:
        return None
    unseen = [row for row in rows if row.number and began + timedelta(milliseconds=row.at) > left]
    if not unseen or any(row.seat == viewer and _is_made_by_hand(row) for row in unseen):
        return None
    return unseen[0].number - 1


def _is_made_by_hand(row: Move) -> bool:
    return row.by == Move.By.PERSON and not row.key.startswith(KEY)
