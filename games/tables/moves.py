"""Moves and what ends them: submit, a bot's move, the end of a match."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

import structlog
from django.utils import timezone

from config import metrics, tracing
from games.models import Move, Seat, Table
from games.rules import core
from games.rules.match import outcome_record
from games.tables import conditional_reads
from games.tables.deadlines import after_move, counts_down, set_clock
from games.tables.guided import refuse_other
from games.tables.snapshot import Change, Snapshot
from games.tables.storage import Clash, load, remembered, retried, save

KEY_LENGTH = 11
# How the keys begin that the site itself gives to moves of a seat, a bot's in a person's place too: a person's move that
# had one would keep that move from being stored.
OWN_KEYS = ("bot-", "before-", "import-", conditional_reads.KEY)
log = structlog.get_logger("unbirthday.play")


@dataclass(frozen=True)
class Settled:
    """The answer to a submitted move: its number, and the table as it stands after it."""

    number: int
    snapshot: Snapshot


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
    that the move was made on, which is stale once this seat has moved since. In a real-time game a seat may move
    many times on one board: there the rules alone say what has come too late. `timing` is stored with it."""

    def settle_here(snapshot: Snapshot) -> Settled:
        seat = acting_seat(snapshot, person)
        if not snapshot.rules.REAL_TIME:
            _refuse_stale(snapshot, seat, seen)
        return settle(snapshot, seat, move, Move.By.PERSON, stored_key(key), timing)

    def change() -> Settled:
        try:
            return on_newest(table_id, settle_here)
        except (core.Refused, Clash) as why:
            return _answered_before(table_id, person, move, key, why)

    check_key(key)
    return retried(change)


def stored_key(key: str) -> str:
    """What is stored of a key that a page has made: a long one's hash, of 64 bits, tells a seat's moves apart as well."""
    if len(key) <= KEY_LENGTH:
        return key
    return b64encode(blake2b(key.encode(), digest_size=8).digest()).decode()[:KEY_LENGTH]


def check_key(key: str) -> None:
    """Refused `malformed` if it can't be that of a person's move."""
    if not (0 < len(key) <= 36 and key.isascii() and key.isprintable()) or key.startswith(OWN_KEYS):
        raise core.Refused("malformed")


def acting_seat(snapshot: Snapshot, person: int | None) -> Seat:
    """The person's seat; Refused if they have none, or have given it up."""
    seat = snapshot.require_seat(person)
    if seat.resigned is not None:
        raise core.Refused("resigned")
    return seat


def on_newest(table_id: str, settle_here: Callable[[Snapshot], Settled]) -> Settled:
    """Settle on what this process remembers; what that refuses is judged again on what is stored."""
    if known := remembered(table_id):
        with suppress(core.Refused):
            return settle_here(known)
    return settle_here(load(table_id))


def _answered_before(
    table_id: str, person: int | None, move: Any, key: str, why: core.Refused | Clash
) -> Settled:
    """The same request again: its answer is what it was the first time. Another move under its key is refused."""
    snapshot = load(table_id)
    seat = snapshot.require_seat(person)
    # As it is stored by now, and as it was before keys were stored short.
    keys = (stored_key(key), key)
    first = Move.objects.filter(table_id=table_id, seat=seat.index, key__in=keys).defer("state").first()
    if first is None:
        raise why
    if first.move == move:
        return Settled(first.number, snapshot)
    raise core.Refused("stale") if isinstance(why, Clash) else why


def _refuse_stale(snapshot: Snapshot, seat: Seat, seen: int) -> None:
    if seen >= snapshot.table.number:
        return
    if Move.objects.filter(table_id=snapshot.table.pk, number__gt=seen, seat=seat.index).exists():
        raise core.Refused("stale")


def bot_move(table_id: str, index: int, number: int, move: core.Move) -> Settled:
    """Settle the move that a bot chose for a seat on board `number`; Refused `stale` if that has passed."""

    def settle_here(snapshot: Snapshot) -> Settled:
        seat = snapshot.seats[index]
        if snapshot.table.number != number or not seat.played_by_bot:
            raise core.Refused("stale")
        return settle(snapshot, seat, move, Move.By.BOT, f"bot-{number}")

    return retried(lambda: on_newest(table_id, settle_here))


def settle(
    snapshot: Snapshot,
    seat: Seat | None,
    move: Any,
    by: str,
    key: str,
    timing: dict[str, Any] | None = None,
) -> Settled:
    """Judge and store a move of a seat, or of the clock (None)."""
    change = judge(snapshot, seat, move, by, key, timing)
    save(snapshot, change.seats, change.row, **change.table)
    metrics.move_stored(snapshot.table.game, by)
    return Settled(change.row.number, snapshot)


def judge(
    snapshot: Snapshot,
    seat: Seat | None,
    move: Any,
    by: str,
    key: str,
    timing: dict[str, Any] | None = None,
) -> Change:
    """What is to be stored of a move; Refused if it isn't possible. The snapshot's state and seats are the ones after it."""
    snapshot.require_running()
    now, stream, table = timezone.now(), snapshot.stream(), snapshot.table
    assert snapshot.row is not None
    if snapshot.rules.REAL_TIME and counts_down(table, snapshot.row.number, now):
        raise core.Refused("not_begun")
    at = max(snapshot.row.at, snapshot.since_start(now))
    before, index = snapshot.state, None if seat is None else seat.index
    with tracing.span("judge", game=table.game, table=table.pk):
        state, events = core.play(snapshot.rules, before, index, move, at, stream)
    if table.is_guided:
        refuse_other(snapshot, seat, state, at)
    snapshot.state = state
    row = Move(
        table=table,
        number=table.number + 1,
        seat=index,
        by=by,
        key=key,
        move=move,
        events=events,
        timing=timing,
        state=snapshot.rules.dump(state),
        at=at,
    )
    changed, fields = _clocks(snapshot, before, seat, by, now)
    fields |= {"number": row.number}
    if stream.position != table.stream_position:
        fields["stream_position"] = stream.position
    outcome = snapshot.rules.outcome(state)
    if outcome is not None:
        changed, fields = snapshot.seats, fields | finish(snapshot, outcome)
    return Change(snapshot, changed, row, fields, outcome)


def _clocks(
    snapshot: Snapshot, before: core.State, seat: Seat | None, by: str, now: datetime
) -> tuple[list[Seat], dict[str, Any]]:
    """The seats that a move changes, and the table's fields that say when what is due. Who moves for themselves is back."""
    back = seat if seat is not None and by == Move.By.PERSON and seat.stand_in else None
    if back is not None:
        # Before the clocks: this seat may be awaited again at once, and has a person's time then.
        back.stand_in = False
        if snapshot.rules.REAL_TIME:
            set_clock(snapshot, back, now)
    changed, fields = after_move(snapshot, before, None if seat is None else seat.index, now)
    if back is not None and back not in changed:
        changed.append(back)
    if by == Move.By.PERSON:
        fields |= snapshot.touched(now)
    return changed, fields


def finish(snapshot: Snapshot, outcome: core.Outcome) -> dict[str, Any]:
    """Mark the seats with how the match ended; the table's fields that say so."""
    log.info("match_over", table=snapshot.table.pk, reason=outcome.reason, scores=list(outcome.scores))
    now = timezone.now()
    for seat, score, rank in zip(snapshot.seats, outcome.scores, outcome.ranks, strict=True):
        seat.score, seat.rank, seat.ended_at = score, rank, now
        seat.deadline = seat.awaited_since = seat.heartbeat_at = None
        seat.stand_in = False
    return {
        "status": Table.Status.OVER,
        "due_at": None,
        "ended_at": now,
        "outcome": outcome_record(outcome),
    }


def change_seat(table_id: str, change: Callable[[Snapshot], list[Seat]]) -> Snapshot:
    """Store what `change` makes of the seats that it answers, in a match that runs."""

    def attempt() -> Snapshot:
        snapshot = load(table_id)
        snapshot.require_running()
        return save(snapshot, change(snapshot))

    return retried(attempt)
