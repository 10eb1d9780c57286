"""Conditional moves: given, taken back, and carried out by whoever finds that their seat is awaited.

One is a row that only its owner is ever shown. Giving it changes neither the table nor its version, so that nobody can
tell; carrying it out is a move of its person like any other, stored in one transaction with the end of the row.
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
    """Store what the person's seat is to do at its next turn, in place of what it was to do before. `seen` is the
    number of the board on which it was made: what its condition goes back to, and stale once the seat has moved."""

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


def _stored(new: ConditionalMove) -> ConditionalMove:
    try:
        with transaction.atomic():
            # The table first, as every move does: two that wait for each other would both fail.
            running = Table.objects.filter(pk=new.table_id, status=Table.Status.RUNNING)
            if not running.update(touched_at=timezone.now(), warned_at=None):
                raise Clash
            ConditionalMove.objects.filter(table_id=new.table_id, seat=new.seat).delete()
            # A row of its own, so that who carries out the earlier one finds that it is gone.
            new.save(force_insert=True)
    except IntegrityError as error:
        raise Clash from error
    return new


def revoke(table_id: str, person: int | None) -> None:
    """Take it back; Refused `no_conditional_move` if there is none any more."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=False)


def dismiss(table_id: str, person: int | None) -> None:
    """The owner has read why theirs was dropped."""
    _remove(table_id, load(table_id).require_seat(person).index, dropped=True)


def _remove(table_id: str, index: int, dropped: bool) -> None:
    mine = ConditionalMove.objects.filter(table_id=table_id, seat=index)
    gone, _ = (mine.exclude(dropped="") if dropped else mine.filter(dropped="")).delete()
    if not gone and not dropped:
        raise core.Refused("no_conditional_move")
    _tell(table_id, index)


class _Dropped(core.Refused):
    """The seat's conditional move can't be carried out, for the reason that its code names."""

    def __init__(self, code: str, given: ConditionalMove) -> None:
        super().__init__(code)
        self.given = given


def carry_out(table_id: str, index: int) -> Played | None:
    """Make the next move that the seat's says, or drop it (None); Refused `stale` if there is nothing to do."""
    try:
        return play(table_id, lambda draft: _carry_out(draft, index))
    except _Dropped as dropped:
        _drop(dropped.given, dropped.code)
    _tell(table_id, index)
    return None


def _carry_out(draft: Draft, index: int) -> None:
    given = _to_carry_out(draft, index)
    step = _resolved(draft, given)
    if isinstance(step, conditional.Dropped):
        raise _Dropped(step.code, given)
    seat = draft.seats[index]
    try:
        make_move(draft, seat, step.move, Move.By.PERSON, _key(given, draft))
    except core.Refused as refused:
        # The rules have the last word, on these as on every move.
        log.warning("conditional_move_refused", table=draft.table.pk, why=refused.code)
        raise _Dropped(refused.code, given) from refused
    draft.also.append(lambda: _go_on(draft, given, step.more if seat.is_awaited else None))


def _to_carry_out(draft: Draft, index: int) -> ConditionalMove:
    """The seat's own, if it is to be carried out now: a bot that plays for the person plays without it."""
    seat = draft.seats[index]
    awaited = draft.table.is_running and index in draft.rules.to_act(draft.state)
    given = ConditionalMove.objects.filter(table_id=draft.table.pk, seat=index, dropped="").first()
    if given is None or not awaited or seat.user_id is None or seat.played_by_bot:
        raise core.Refused("stale")
    if reads.is_void(given):
        ConditionalMove.objects.filter(pk=given.pk).delete()
        raise core.Refused("stale")
    return given


def _resolved(draft: Draft, given: ConditionalMove) -> conditional.Step | conditional.Dropped:
    own = core.game(draft.table.game).CONDITIONAL
    if own is None:
        return conditional.Dropped("no_conditional_moves")
    view = draft.rules.view(draft.state, given.seat)
    try:
        return own.resolve(view, given.seat, given.content, reads.basis_of(given)["seen"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A fault of ours. Tried again and again it would keep the seat's time from running out, too.
        log.exception("conditional_move_failed", table=given.table_id)
        return conditional.Dropped("failed")


def _go_on(draft: Draft, given: ConditionalMove, more: Any) -> None:
    """Remove the row, or let it go on with `more`, in the transaction of its move."""
    mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
    if more is not None:
        left = mine.update(basis={"number": draft.table.number, "seen": more})
    else:
        left, _ = mine.delete()
    # Taken back or replaced meanwhile; or the match is over, which removes all of the table.
    if not left and draft.table.is_running:
        raise Clash


def _drop(given: ConditionalMove, code: str) -> None:
    """Keep it, with why, until its owner has read it."""
    mine = ConditionalMove.objects.filter(pk=given.pk, dropped="")
    mine.update(dropped=code[:40])
    log.info("conditional_move_dropped", table=given.table_id)


def _key(given: ConditionalMove, draft: Draft) -> str:
    own = draft.rules.CONDITIONAL
    return conditional_key(given.pk, draft.table.number, own.condition(given.content) if own else "")


def forget(table_id: str, index: int | None) -> None:
    """The seat plays no more; None: nobody does there."""
    given = ConditionalMove.objects.filter(table_id=table_id)
    (given if index is None else given.filter(seat=index)).delete()


def _tell(table_id: str, index: int) -> None:
    """After the commit: its owner is shown it."""
    sockets.announce_seat(table_id, index)
