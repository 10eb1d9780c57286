"""Commands (games/play/commands.py) for moves of a person, a bot or the clock, and the end of a match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.utils import timezone

from games.models import Move, Seat, Table
from games.play.deadlines import after_move, has_not_begun, set_clock
from games.play.hooks import scripted
from games.play.keys import check_key, stored_key
from games.play.snapshot import Draft, Position
from games.rules import core
from games.rules.match import outcome_record

log = structlog.get_logger("unbirthday.play")


@dataclass(frozen=True)
class PersonMove:
    """A person's move.

    `key` makes a repeated request harmless. `seen` is the number of the board that the move was made on; the move is
    stale if this seat has moved since. In a real-time game a seat may move many times on one board, and the rules
    alone decide what comes too late. `timing` is stored with the move.
    """

    person: int | None
    move: Any
    key: str
    seen: int
    timing: dict[str, Any] | None = None

    def __call__(self, draft: Draft) -> None:
        check_key(self.key)
        if draft.is_read and (first := self._first(draft)) is not None:
            # The request was sent twice: it gets the first answer again.
            draft.store_nothing(first)
            return
        seat = acting_seat(draft, self.person)
        if not draft.rules.REAL_TIME:
            _refuse_stale(draft, seat, self.seen)
        seat.put_aside_at = None
        make_move(
            draft, seat, move=self.move, by=Move.By.PERSON, key=stored_key(self.key), timing=self.timing
        )

    def _first(self, draft: Draft) -> int | None:
        """Return the number of the move that is stored under the key, or None. Refused `stale` if it is another
        move."""
        seat = draft.require_seat(self.person)
        # Older rows have the long key.
        keys = (stored_key(self.key), self.key)
        first = (
            Move.objects.filter(table_id=draft.table.pk, seat=seat.index, key__in=keys).defer("state").first()
        )
        if first is not None and first.move != self.move:
            raise core.Refused("stale")
        return None if first is None else first.number


@dataclass(frozen=True)
class BotMove:
    """The move that a bot chose for a seat on board `number`.

    It is stale once that board has changed. Without a number, in a real-time game, the rules judge it whenever it
    comes.
    """

    seat: int
    move: core.Move
    number: int | None = None
    timing: dict[str, Any] | None = None

    def __call__(self, draft: Draft) -> None:
        seat, number = draft.seats[self.seat], draft.table.number
        if not seat.played_by_bot or self.number not in (None, number):
            raise core.Refused("stale")
        make_move(draft, seat, move=self.move, by=Move.By.BOT, key=f"bot-{number}", timing=self.timing)


def clock_move(draft: Draft) -> None:
    """Make the clock's move at a real-time table. Refused `stale` if it isn't due or no longer possible."""
    due = draft.table.due_at
    if due is None or due > timezone.now():
        raise core.Refused("stale")
    # The clock has one move at a time.
    moves = draft.rules.legal_moves(draft.state, None)
    if not moves:
        raise core.Refused("stale")
    make_move(draft, None, move=moves[0], by=Move.By.CLOCK, key=f"clock-{draft.table.number}")


def acting_seat(table: Position, person: int | None) -> Seat:
    """Return the person's seat. Refused if they have none, or have resigned."""
    seat = table.require_seat(person)
    if seat.resigned is not None:
        raise core.Refused("resigned")
    return seat


def _refuse_stale(draft: Draft, seat: Seat, seen: int) -> None:
    if seen >= draft.table.number:
        return
    if Move.objects.filter(table_id=draft.table.pk, number__gt=seen, seat=seat.index).exists():
        raise core.Refused("stale")


def make_move(
    draft: Draft,
    seat: Seat | None,
    move: Any,
    by: str,
    key: str,
    timing: dict[str, Any] | None = None,
) -> None:
    """Make a move of a seat, or of the clock (None), on the draft. Refused if it isn't possible."""
    draft.require_running()
    now, stream, table = timezone.now(), draft.stream(), draft.table
    row = draft.before.row
    assert row is not None
    if draft.rules.REAL_TIME and has_not_begun(table, row.number, now):
        raise core.Refused("not_begun")
    at = max(row.at, draft.since_start(now))
    before, index = draft.state, None if seat is None else seat.index
    state, events = core.play(draft.rules, before, seat=index, move=move, at=at, chance=stream)
    refuse_unscripted(draft, seat, state, at)
    draft.state = state
    _set_clocks(draft, before, seat=seat, by=by, now=now)
    table.number, table.stream_position = table.number + 1, stream.position
    draft.new_row = Move(
        table=table,
        number=table.number,
        seat=index,
        by=by,
        key=key,
        move=move,
        events=events,
        timing=timing,
        state=draft.rules.dump(state),
        at=at,
    )
    outcome = draft.rules.outcome(state)
    if outcome is not None:
        finish(draft, outcome)


def refuse_unscripted(draft: Draft, seat: Seat | None, after: core.State, at: int) -> None:
    """Refused `not_in_guide` if a move leads to another state than the scripted move.

    The sentence for the next board would not be true otherwise.
    """
    if (scripted_move := scripted(draft.table)) is None:
        return
    index, move = scripted_move
    expected, _events = core.play(
        draft.rules, draft.state, seat=index, move=move, at=at, chance=draft.stream()
    )
    if seat is None or seat.index != index or expected != after:
        raise core.Refused("not_in_guide")


def _set_clocks(draft: Draft, before: core.State, seat: Seat | None, by: str, now: datetime) -> None:
    """Set the clocks after a move. A person who moves takes their seat back from the bot that stood in."""
    if seat is not None and by == Move.By.PERSON and seat.stand_in:
        # This comes before the clocks: the seat may be awaited again at once, then with a person's time.
        seat.stand_in = False
        if draft.rules.REAL_TIME:
            set_clock(draft, seat, now)
    after_move(draft, before, None if seat is None else seat.index, now)
    if by == Move.By.PERSON:
        draft.touch(now)


def finish(draft: Draft, outcome: core.Outcome) -> None:
    """End the match with that outcome, and write it to the seats and the table."""
    log.info("match_over", table=draft.table.pk, reason=outcome.reason, scores=list(outcome.scores))
    now = timezone.now()
    for seat, score, rank in zip(draft.seats, outcome.scores, outcome.ranks, strict=True):
        seat.score, seat.rank, seat.ended_at = score, rank, now
        seat.deadline = seat.awaited_since = seat.heartbeat_at = None
        seat.stand_in = False
    draft.change(status=Table.Status.OVER, due_at=None, ended_at=now, outcome=outcome_record(outcome))
