"""Events at a table since a person last looked at it: in words, and in cards for people who come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games import boards
from games.boards import Entry, Scene
from games.boards.contract import PicturedMove
from games.models import Move, Seat
from games.play.keys import condition_of, is_conditional
from games.play.presence import AWAY
from games.play.snapshot import Snapshot

# The number of moves that are drawn.
DRAWN = 5


@dataclass(frozen=True)
class MoveInWords:
    """A move in words: its time, the game's reason, and True if it was a conditional move of the reader."""

    number: int
    moment: datetime
    text: str
    why: str
    conditional: bool


@dataclass(frozen=True)
class MoveInCards:
    """A move in small cards: its seat, and notes for the facts that the cards don't show, such as scores."""

    move: MoveInWords
    who: str
    cards: PicturedMove
    notes: list[str]


@dataclass(frozen=True)
class Since:
    """The moves since the reader was last here (`left`), oldest first."""

    left: datetime
    moves: list[MoveInWords]

    @property
    def is_cut(self) -> bool:
        """True if there are more moves than are drawn."""
        return len(self.moves) > DRAWN

    @property
    def before(self) -> int:
        """The number of the board that the reader saw last."""
        return self.moves[0].number - 1


def since(snapshot: Snapshot, scene: Scene, viewer: int | None) -> Since | None:
    """Return the newest moves that the reader has not seen.

    Moves that they had not seen when they came back count, too, until they move. None if there are none, and at live
    tables with a clock, where nobody has time to be away.
    """
    table = snapshot.table
    hurries = table.is_live and (table.has_clock or snapshot.rules.REAL_TIME)
    if viewer is None or hurries or table.is_guided or not table.is_running:
        return None
    seat, moves = snapshot.seats[viewer], _others_moves(snapshot, scene, viewer)
    # Reloading a live table's page doesn't count as leaving it.
    for left in _moments_left(seat, timezone.now(), AWAY if table.is_live else timedelta()):
        unseen = [move for move in moves if move.moment > left]
        if unseen:
            return Since(left, unseen)
    return None


def _moments_left(seat: Seat, now: datetime, least: timedelta) -> list[datetime]:
    """Return the times at which the seat's person left. The present absence is first, if it lasts at least `least`."""
    away = seat.present_at is not None and seat.present_at < now - least
    return [left for left in (seat.present_at if away else None, seat.left_at) if left]


def _others_moves(snapshot: Snapshot, scene: Scene, viewer: int) -> list[MoveInWords]:
    """Return the moves after the viewer's own last move, including their conditional ones."""
    board, began, moves = boards.board_of(scene.game), snapshot.table.started_at, list[MoveInWords]()
    for entry in scene.entries:
        conditional = entry.conditional and entry.seat == viewer
        if entry.seat == viewer and not conditional:
            moves.clear()
        elif began is not None:
            moment = began + timedelta(milliseconds=entry.at)
            text = boards.sentence(scene.game, entry, scene.names, viewer)
            moves.append(
                MoveInWords(
                    entry.number, moment=moment, text=text, why=board.why(entry), conditional=conditional
                )
            )
    return moves


def drawn(snapshot: Snapshot, scene: Scene, unseen: Since) -> list[MoveInCards]:
    """Return the newest of these moves, drawn as the viewer of the scene may know them, scores included."""
    moves = {move.number: move for move in unseen.moves[-DRAWN:]}
    scores = _scores(snapshot, scene.viewer, min(moves) - 1)
    conditions = {row.number: condition_of(row.key) for row in snapshot.recent}
    return [
        _drawn(scene, entry, move=moves[entry.number], condition=conditions[entry.number], scores=scores)
        for entry in scene.entries
        if entry.number in moves
    ]


def _drawn(
    scene: Scene, entry: Entry, move: MoveInWords, condition: str, scores: dict[int, Sequence[int]]
) -> MoveInCards:
    board, you = boards.board_of(scene.game), scene.viewer
    who = "" if entry.seat is None else _("You") if entry.seat == you else scene.names[entry.seat]
    cards = board.pictured(entry, scene.names, you)
    held = board.CONDITIONAL.held(condition, entry) if move.conditional and board.CONDITIONAL else ""
    before, after = scores.get(entry.number - 1, ()), scores.get(entry.number, ())
    changes = [
        _change(scene, seat, old, new)
        for seat, (old, new) in enumerate(zip(before, after, strict=False))
        if old != new
    ]
    return MoveInCards(move, who, cards, list(filter(None, [held, cards.words, *changes])))


def _change(scene: Scene, seat: int, old: int, new: int) -> str:
    words = {"name": scene.names[seat], "old": old, "new": new}
    if seat == scene.viewer:
        return _("You go from %(old)d to %(new)d.") % words
    return _("%(name)s goes from %(old)d to %(new)d.") % words


def _scores(snapshot: Snapshot, viewer: int | None, first: int) -> dict[int, Sequence[int]]:
    """Return the scores that the viewer knew after each move from `first` on; empty for games that show none."""
    rows = Move.objects.filter(table=snapshot.table, number__gte=first).values_list("number", "state")
    views = {number: snapshot.rules.view(snapshot.rules.load(state), viewer) for number, state in rows}
    return {number: view.get("scores") or () for number, view in views.items()}


def board_left(snapshot: Snapshot, rows: Sequence[Move], viewer: int | None, now: datetime) -> int | None:
    """Return the number of the board that the viewer saw last before they were away.

    None if nothing came after it, or if they have moved since. They may still be away. `rows` are the match's from the
    deal on.
    """
    if viewer is None:
        return None
    seat = snapshot.seats[viewer]
    numbers = (_board_at(snapshot, rows, viewer, left) for left in _moments_left(seat, now, AWAY))
    return next((number for number in numbers if number is not None), None)


def _board_at(snapshot: Snapshot, rows: Sequence[Move], viewer: int, left: datetime) -> int | None:
    began = snapshot.table.started_at
    if began is None:
        return None
    unseen = [row for row in rows if row.number and began + timedelta(milliseconds=row.at) > left]
    if not unseen or any(row.seat == viewer and _is_made_by_hand(row) for row in unseen):
        return None
    return unseen[0].number - 1


def _is_made_by_hand(row: Move) -> bool:
    return row.by == Move.By.PERSON and not is_conditional(row.key)
