"""People give conditional moves, and revoke them.

A conditional move is a row that only its owner ever sees. Giving it changes neither the table nor its version, so that
nobody can tell.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import sockets
from games.conditional.models import ConditionalMove
from games.models import Move, Table
from games.play.snapshot import Snapshot
from games.play.storage import Clash, load, retried
from games.rules import conditional, core


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
    sockets.announce_seat(table_id, new.seat)
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
    rows = ConditionalMove.objects.filter(table_id=table_id, seat=index)
    deleted, _ = (rows.exclude(dropped="") if dropped else rows.filter(dropped="")).delete()
    if not deleted and not dropped:
        raise core.Refused("no_conditional_move")
    sockets.announce_seat(table_id, index)


def forget(table_id: str, index: int | None) -> None:
    """Delete the conditional move of a seat that plays no more; None: of all seats."""
    rows = ConditionalMove.objects.filter(table_id=table_id)
    (rows if index is None else rows.filter(seat=index)).delete()
