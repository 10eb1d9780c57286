"""Conditional moves: given, taken back, and carried out by whoever finds that their seat is awaited.

One is a row that only its owner is ever shown. Giving it changes neither the table nor its version, so that nobody can
tell; carrying it out is a move of its person like any other, stored in one transaction with the end of the row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import ConditionalMove, Move, Table
from games.rules import conditional, core
from games.tables import conditional_reads
from games.tables.moves import Settled, settle
from games.tables.snapshot import Snapshot
from games.tables.storage import Clash, load, retried

log = structlog.get_logger("unbirthday.play")

# Called with the table and the seat whose conditional move was given, taken back or dropped, after the commit. Filled
# by config.apps.
conditional_move_changed: list[Callable[[str, int], None]] = []


def give_conditional_move(table_id: str, person: int | None, content: Any, seen: int) -> ConditionalMove:
    """Store what the person's seat is to do at its next turn, in place of what it was to do before. `seen` is the number
    of the board on which it was made: what its condition goes back to, and stale once the seat has moved."""

    def change() -> ConditionalMove:
        snapshot = load(table_id)
        index = _require_player(snapshot, person)
        number = min(seen, snapshot.table.number)
        if _moved_since(table_id, index, number):
            raise core.Refused("stale")
        view = _view_at(snapshot, index, number)
        own = conditional.check(snapshot.rules.CONDITIONAL, view, index, content)
        basis = {"number": number, "seen": own.basis(view, index, content)}
        new = ConditionalMove(table_id=table_id, seat=index, content=content, basis=basis)
        return _stored(new, snapshot.touched(timezone.now()))

    given = retried(change)
    _tell(table_id, given.seat)
    return given


def _require_player(snapshot: Snapshot, person: int | None) -> int:
    """The index of the person's seat, if they play it themselves now."""
    seat = snapshot.require_seat(person)
    snapshot.require_running()
    if seat.resigned is not None:
        raise core.Refused("resigned")
    if seat.stand_in:
        raise core.Refused("take_back_first")
    return int(seat.index)


def _moved_since(table_id: str, index: int, number: int) -> bool:
    return Move.objects.filter(table_id=table_id, seat=index, number__gt=number).exists()


def _view_at(snapshot: Snapshot, index: int, number: int) -> core.View:
    """What the seat saw on board `number`."""
    if number == snapshot.table.number:
        return snapshot.rules.view(snapshot.state, index)
    row = Move.objects.filter(table_id=snapshot.table.pk, number=number).first()
    if row is None:
        raise core.Refused("stale")
    return snapshot.rules.view(snapshot.rules.load(row.state), index)


def _stored(new: ConditionalMove, touched: dict[str, Any]) -> ConditionalMove:
    try:
        with transaction.atomic():
            # The table first, as every move does: two that wait for each other would both fail.
            running = Table.objects.filter(pk=new.table_id, status=Table.Status.RUNNING)
            if not running.update(**touched):
                raise Clash
            ConditionalMove.objects.filter(table_id=new.table_id, seat=new.seat).delete()
            # A row of its own, so that who carries out the earlier one finds that it is gone.
            new.save(force_insert=True)
    except IntegrityError as error:
        raise Clash from error
    return new


def revoke_conditional_move(table_id: str, person: int | None) -> None:
    """Take it back; Refused `no_conditional_move` if there is none any more."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=False)


def dismiss_conditional_move(table_id: str, person: int | None) -> None:
    """The owner has read why theirs was dropped."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=True)


def _remove(table_id: str, index: int, dropped: bool) -> None:
    mine = ConditionalMove.objects.filter(table_id=table_id, seat=index)
    gone, _ = (mine.exclude(dropped="") if dropped else mine.filter(dropped="")).delete()
    if not gone and not dropped:
        raise core.Refused("no_conditional_move")
    _tell(table_id, index)


def carry_out_conditional_move(table_id: str, index: int) -> Settled | None:
    """Make the next move that the seat's says, or drop it (None); Refused `stale` if there is nothing to do."""

    def change() -> Settled | None:
        snapshot = load(table_id)
        given = _to_carry_out(snapshot, index)
        what = _resolved(snapshot, given)
        if isinstance(what, conditional.Dropped):
            _drop(given, what.code)
            return None
        try:
            return _made(snapshot, given, what)
        except core.Refused as refused:
            # The rules have the last word, on these as on every move.
            log.warning("conditional_move_refused", table=table_id, why=refused.code)
            _drop(given, refused.code)
            return None

    settled = retried(change)
    if settled is None:
        _tell(table_id, index)
    return settled


def _to_carry_out(snapshot: Snapshot, index: int) -> ConditionalMove:
    """The seat's own, if it is to be carried out now: a bot that plays for the person plays without it."""
    seat = snapshot.seats[index]
    awaited = snapshot.table.is_running and index in snapshot.rules.to_act(snapshot.state)
    given = ConditionalMove.objects.filter(table_id=snapshot.table.pk, seat=index, dropped="").first()
    if given is None or not awaited or seat.user_id is None or seat.played_by_bot:
        raise core.Refused("stale")
    if conditional_reads.is_void(given):
        ConditionalMove.objects.filter(pk=given.pk).delete()
        raise core.Refused("stale")
    return given


def _resolved(snapshot: Snapshot, given: ConditionalMove) -> conditional.Step | conditional.Dropped:
    own = core.game(snapshot.table.game).CONDITIONAL
    if own is None:
        return conditional.Dropped("no_conditional_moves")
    view = snapshot.rules.view(snapshot.state, given.seat)
    try:
        return own.resolve(view, given.seat, given.content, conditional_reads.basis_of(given)["seen"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A fault of ours. Tried again and again it would keep the seat's time from running out, too.
        log.exception("conditional_move_failed", table=given.table_id)
        return conditional.Dropped("failed")


def _made(snapshot: Snapshot, given: ConditionalMove, step: conditional.Step) -> Settled:
    """Settle the move, and remove the row or let it go on, in one transaction."""
    seat = snapshot.seats[given.seat]
    with transaction.atomic():
        key = conditional_reads.key_of(given, snapshot)
        settled = settle(snapshot, seat, step.move, Move.By.PERSON, key)
        mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
        if step.more is not None and seat.is_awaited:
            left = mine.update(basis={"number": settled.number, "seen": step.more})
        else:
            left, _ = mine.delete()
        # Taken back or replaced meanwhile; or the match is over, which removes all of the table.
        if not left and settled.snapshot.table.is_running:
            raise Clash
    return settled


def _drop(given: ConditionalMove, code: str) -> None:
    """Keep it, with why, until its owner has read it."""
    mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
    mine.update(dropped=code[:40])
    log.info("conditional_move_dropped", table=given.table_id)


def _tell(table_id: str, index: int) -> None:
    for call in conditional_move_changed:
        call(table_id, index)
