"""Conditional moves: given, revoked, and carried out by whoever finds that their seat is awaited.

A conditional move is a row that only its owner ever sees. Giving it changes neither the table nor its version, so that
nobody can tell. When it is carried out it is a move of its person like any other, stored in one transaction with the
deletion of the row.
"""

from __future__ import annotations

from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import sockets
from games.conditional import reads
from games.conditional.models import ConditionalMove
from games.models import Move, Table
from games.play.keys import conditional_key
from games.play.moves import make_move
from games.play.road import Played, play
from games.play.snapshot import Draft, Snapshot
from games.play.storage import Clash, load, retried
from games.rules import conditional, core

log = structlog.get_logger("unbirthday.play")


def give(table_id: str, person: int | None, content: Any, seen: int) -> ConditionalMove:
    """Store what the person's seat is to do at its next turn, in place of an earlier one.

    `seen` is the number of the board on which it was made, to which its condition refers. Refused `stale` if the seat
    has moved since.
    """

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
        return _stored(new)

    new = retried(change)
    _tell(table_id, new.seat)
    return new


def _require_player(snapshot: Snapshot, person: int | None) -> int:
    """Return the index of the person's seat. Refused if they don't play it themselves now."""
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
    """Return what the seat saw on board `number`."""
    if number == snapshot.table.number:
        return snapshot.rules.view(snapshot.state, index)
    row = Move.objects.filter(table_id=snapshot.table.pk, number=number).first()
    if row is None:
        raise core.Refused("stale")
    return snapshot.rules.view(snapshot.rules.load(row.state), index)


def _stored(new: ConditionalMove) -> ConditionalMove:
    try:
        with transaction.atomic():
            # The table first, as with every move: two that wait for each other would both fail.
            running = Table.objects.filter(pk=new.table_id, status=Table.Status.RUNNING)
            if not running.update(touched_at=timezone.now(), warned_at=None):
                raise Clash
            ConditionalMove.objects.filter(table_id=new.table_id, seat=new.seat).delete()
            # A new row, so that a process that carries out the earlier one finds it deleted.
            new.save(force_insert=True)
    except IntegrityError as error:
        raise Clash from error
    return new


def revoke(table_id: str, person: int | None) -> None:
    """Delete the person's conditional move. Refused `no_conditional_move` if there is none."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=False)


def dismiss(table_id: str, person: int | None) -> None:
    """Delete the person's dropped conditional move, after they have read why."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=True)


def _remove(table_id: str, index: int, dropped: bool) -> None:
    mine = ConditionalMove.objects.filter(table_id=table_id, seat=index)
    gone, _ = (mine.exclude(dropped="") if dropped else mine.filter(dropped="")).delete()
    if not gone and not dropped:
        raise core.Refused("no_conditional_move")
    _tell(table_id, index)


class _Dropped(core.Refused):
    """The seat's conditional move can't be carried out, for the reason in the code."""

    def __init__(self, code: str, given: ConditionalMove) -> None:
        super().__init__(code)
        self.conditional_move = given


def carry_out(table_id: str, index: int) -> Played | None:
    """Make the next move of the seat's conditional move, or drop it and return None. Refused `stale` if there is
    none."""
    try:
        return play(table_id, lambda draft: _carry_out(draft, index))
    except _Dropped as dropped:
        _drop(dropped.conditional_move, dropped.code)
    _tell(table_id, index)
    return None


def _carry_out(draft: Draft, index: int) -> None:
    order = _to_carry_out(draft, index)
    step = _resolved(draft, order)
    if isinstance(step, conditional.Dropped):
        raise _Dropped(step.code, order)
    seat = draft.seats[index]
    try:
        make_move(draft, seat, move=step.move, by=Move.By.PERSON, key=_key(order, draft))
    except core.Refused as refused:
        # The rules judge these as any move.
        log.warning("conditional_move_refused", table=draft.table.pk, why=refused.code)
        raise _Dropped(refused.code, order) from refused
    draft.also.append(lambda: _go_on(draft, order, step.more if seat.is_awaited else None))


def _to_carry_out(draft: Draft, index: int) -> ConditionalMove:
    """Return the seat's conditional move if it is to be carried out now. A bot that plays for the person ignores it."""
    seat = draft.seats[index]
    awaited = draft.table.is_running and index in draft.rules.to_act(draft.state)
    order = ConditionalMove.objects.filter(table_id=draft.table.pk, seat=index, dropped="").first()
    if order is None or not awaited or seat.user_id is None or seat.played_by_bot:
        raise core.Refused("stale")
    if reads.is_void(order):
        ConditionalMove.objects.filter(pk=order.pk).delete()
        raise core.Refused("stale")
    return order


def _resolved(draft: Draft, given: ConditionalMove) -> conditional.Step | conditional.Dropped:
    own = core.game(draft.table.game).CONDITIONAL
    if own is None:
        return conditional.Dropped("no_conditional_moves")
    view = draft.rules.view(draft.state, given.seat)
    try:
        return own.resolve(view, given.seat, given.content, reads.basis_of(given)["seen"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A bug. Repeating it would keep the seat's time from running out, too.
        log.exception("conditional_move_failed", table=given.table_id)
        return conditional.Dropped("failed")


def _go_on(draft: Draft, given: ConditionalMove, more: Any) -> None:
    """Delete the row, or update it for its next move `more`, within the transaction of its move."""
    mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
    if more is not None:
        left = mine.update(basis={"number": draft.table.number, "seen": more})
    else:
        left, _ = mine.delete()
    # Revoked or replaced meanwhile. The end of the match deletes all rows of the table.
    if not left and draft.table.is_running:
        raise Clash


def _drop(given: ConditionalMove, code: str) -> None:
    """Mark it as dropped with a code, until its owner has read it."""
    mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
    mine.update(dropped=code[:40])
    log.info("conditional_move_dropped", table=given.table_id)


def _key(given: ConditionalMove, draft: Draft) -> str:
    own = draft.rules.CONDITIONAL
    return conditional_key(given.pk, draft.table.number, own.condition(given.content) if own else "")


def forget(table_id: str, index: int | None) -> None:
    """Delete the conditional move of a seat that plays no more; None: of all seats."""
    rows = ConditionalMove.objects.filter(table_id=table_id)
    (rows if index is None else rows.filter(seat=index)).delete()


def _tell(table_id: str, index: int) -> None:
    """Show the change to its owner, after the commit."""
    sockets.announce_seat(table_id, index)
