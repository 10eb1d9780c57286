"""What has happened at a table since one of its people last had it before their eyes: in words, and for those who come
back drawn, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import boards
from games.boards import Entry, Scene
from games.boards.contract import Pictured
from games.models import Move
from games.play.keys import condition_of, is_conditional
from games.play.presence import AWAY
from games.play.snapshot import Snapshot

# So many moves are drawn: as many as one look takes in.
DRAWN = 5


@dataclass(frozen=True)
class Happened:
    """A move in words: when, why it took what it took, and whether it was a conditional one of the reader's."""

    number: int
    moment: datetime
    text: str
    why: str
    conditional: bool


@dataclass(frozen=True)
class Drawn:
    """A move in small cards: who made it, as its reader calls them; what the cards don't say, its scores included."""

    move: Happened
    who: str
    cards: Pictured
    said: list[str]


@dataclass(frozen=True)
class Since:
    """`left` is when the reader was last here, `moves` what came then, oldest first."""

    left: datetime
    moves: list[Happened]

    @property
    def is_cut(self) -> bool:
        """Whether more has come than is drawn."""
        return len(self.moves) > DRAWN

    @property
    def before(self) -> int:
        """The number of the board that the reader saw last."""
        return self.moves[0].number - 1


def since(snapshot: Snapshot, scene: Scene, viewer: int | None) -> Since | None:
    """Of the newest moves those that the reader has not seen, or had not when they came back and has not moved since;
    None if there are none, and of a live table."""
    table = snapshot.table
    if viewer is None or table.is_live or not table.is_running:
        return None
    seat, moves = snapshot.seats[viewer], _others_moves(snapshot, scene, viewer)
    for left in filter(None, (seat.present_at, seat.left_at)):
        unseen = [each for each in moves if each.moment > left]
        if unseen:
            return Since(left, unseen)
    return None


def _others_moves(snapshot: Snapshot, scene: Scene, viewer: int) -> list[Happened]:
    """What has come since the viewer's own last move, with what they had decided ahead."""
    board, began, moves = boards.board_of(scene.game), snapshot.table.started_at, list[Happened]()
    for entry in scene.entries:
        conditional = entry.conditional and entry.seat == viewer
        if entry.seat == viewer and not conditional:
            moves.clear()
        elif began is not None:
            moment = began + timedelta(milliseconds=entry.at)
            text = boards.sentence(scene.game, entry, scene.names, viewer)
            moves.append(Happened(entry.number, moment, text, board.why(entry), conditional))
    return moves


def drawn(snapshot: Snapshot, scene: Scene, found: Since) -> list[Drawn]:
    """The newest of those moves. All of it is what the viewer of that scene knows, of the scores too."""
    moves = {each.number: each for each in found.moves[-DRAWN:]}
    scores = _scores(snapshot, scene.viewer, min(moves) - 1)
    conditions = {row.number: condition_of(row.key) for row in snapshot.recent}
    return [
        _drawn(scene, entry, moves[entry.number], conditions[entry.number], scores)
        for entry in scene.entries
        if entry.number in moves
    ]


def _drawn(
    scene: Scene, entry: Entry, move: Happened, condition: str, scores: dict[int, Sequence[int]]
) -> Drawn:
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
    return Drawn(move, who, cards, list(filter(None, [held, cards.words, *changes])))


def _change(scene: Scene, seat: int, old: int, new: int) -> str:
    said = {"name": scene.names[seat], "old": old, "new": new}
    if seat == scene.viewer:
        return _("You go from %(old)d to %(new)d.") % said
    return _("%(name)s goes from %(old)d to %(new)d.") % said


def _scores(snapshot: Snapshot, viewer: int | None, first: int) -> dict[int, Sequence[int]]:
    """By move from `first` on what the viewer knew of the scores after it; of a game that shows none nothing."""
    rows = Move.objects.filter(table=snapshot.table, number__gte=first).values_list("number", "state")
    views = {number: snapshot.rules.view(snapshot.rules.load(state), viewer) for number, state in rows}
    return {number: view.get("scores") or () for number, view in views.items()}


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
    return row.by == Move.By.PERSON and not is_conditional(row.key)
