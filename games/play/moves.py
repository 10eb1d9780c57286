"""Moves and what ends them: submit, a bot's move, the end of a match."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog
from django.utils import timezone

from games.models import Move, Seat, Table
from games.play.position import Clash, Position, load, remembered, retried, save
from games.play.turns import after_move, set_clock
from games.rules import core
from games.rules.match import outcome_record

log = structlog.get_logger("unbirthday.play")


@dataclass(frozen=True)
class Settled:
    """The answer to a submitted move: its number, and the table as it stands after it."""

    number: int
    position: Position


def submit(
    table_id: str,
    person: int | None,
    move: Any,
    *,
    key: str,
    seen: int,
    timing: dict[str, Any] | None = None,
) -> Settled:
    """Settle a person's move. `key` makes a repeated request harmless; `seen` is the number of the board
    that the move was made on, which is stale once this seat has moved since. In a live game a seat may move
    many times on one board: there the rules alone say what has come too late. `timing` is stored with it."""

    def judge(position: Position) -> Settled:
        seat = position.require_seat(person)
        if seat.resigned is not None:
            raise core.Refused("resigned")
        if not position.rules.LIVE:
            _refuse_stale(position, seat, seen)
        return settle(position, seat, move, Move.By.PERSON, key, timing)

    def change() -> Settled:
        try:
            return judged(table_id, judge)
        except (core.Refused, Clash) as why:
            return _answered_before(table_id, person, move, key, why)

    if not (0 < len(key) <= 36 and key.isascii() and key.isprintable()):
        raise core.Refused("malformed")
    return retried(change)


def judged(table_id: str, judge: Callable[[Position], Settled]) -> Settled:
    """Judge on what this process remembers; what that refuses is judged again on what is stored."""
    if known := remembered(table_id):
        with suppress(core.Refused):
            return judge(known)
    return judge(load(table_id))


def _answered_before(
    table_id: str, person: int | None, move: Any, key: str, why: core.Refused | Clash
) -> Settled:
    """The same request again: its answer is what it was the first time. Another move under its key is refused."""
    position = load(table_id)
    seat = position.require_seat(person)
    first = Move.objects.filter(table_id=table_id, seat=seat.index, key=key).defer("state").first()
    if first is None:
        raise why
    if first.move == move:
        return Settled(first.number, position)
    raise core.Refused("stale") if isinstance(why, Clash) else why


def _refuse_stale(position: Position, seat: Seat, seen: int) -> None:
    if seen >= position.table.number:
        return
    if Move.objects.filter(table_id=position.table.pk, number__gt=seen, seat=seat.index).exists():
        raise core.Refused("stale")


def bot_move(table_id: str, index: int, number: int, move: core.Move) -> Settled:
    """Settle the move that a bot chose for a seat on board `number`; Refused `stale` if that has passed."""

    def change() -> Settled:
        position = load(table_id)
        seat = position.seats[index]
        if position.table.number != number or not seat.played_by_bot:
            raise core.Refused("stale")
        return settle(position, seat, move, Move.By.BOT, f"bot-{number}")

    return retried(change)


def settle(
    position: Position,
    seat: Seat | None,
    move: Any,
    by: str,
    key: str,
    timing: dict[str, Any] | None = None,
) -> Settled:
    """Judge and store a move of a seat, or of the clock (None)."""
    position.require_running()
    now, stream, table = timezone.now(), position.stream(), position.table
    if table.started_at is not None and now < table.started_at:
        raise core.Refused("not_begun")
    assert position.row is not None
    at = max(position.row.at, position.since_start(now))
    before, index = position.state, None if seat is None else seat.index
    state, events = core.play(position.rules, before, index, move, at, stream)
    position.state = state
    number = table.number + 1
    row = Move(
        table=table,
        number=number,
        seat=index,
        by=by,
        key=key,
        move=move,
        events=events,
        timing=timing,
        state=position.rules.dump(state),
        at=at,
    )
    back = seat if seat is not None and by == Move.By.PERSON and seat.stand_in else None
    if back is not None:
        # Before the clocks: this seat may be awaited again at once, and has a person's time then.
        back.stand_in = False
        if position.rules.LIVE:
            set_clock(position, back, now)
    changed, also = after_move(position, before, index, now)
    if back is not None and back not in changed:
        changed.append(back)
    fields: dict[str, Any] = {"number": number} | also
    if by == Move.By.PERSON:
        fields |= position.touched(now)
    if stream.words != table.words:
        fields["words"] = stream.words
    outcome = position.rules.outcome(state)
    if outcome is not None:
        save(position, position.seats, row, **fields | finish(position, outcome))
    else:
        save(position, changed, row, **fields)
    return Settled(number, position)


def finish(position: Position, outcome: core.Outcome) -> dict[str, Any]:
    """Mark the seats with how the match ended; the table's fields that say so."""
    log.info("match_over", table=position.table.pk, reason=outcome.reason, scores=list(outcome.scores))
    for seat, score, rank in zip(position.seats, outcome.scores, outcome.ranks, strict=True):
        seat.score, seat.rank = score, rank
        seat.deadline = seat.awaited_since = seat.last_sign = None
        seat.stand_in = False
    return {
        "status": Table.Status.OVER,
        "due_at": None,
        "ended_at": timezone.now(),
        "outcome": outcome_record(outcome),
    }


def change_seat(table_id: str, change: Callable[[Position], list[Seat]]) -> Position:
    """Store what `change` makes of the seats that it answers, in a match that runs."""

    def attempt() -> Position:
        position = load(table_id)
        position.require_running()
        return save(position, change(position))

    return retried(attempt)
