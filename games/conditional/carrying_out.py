"""Carries conditional moves out, when the scheduler finds that their seats are awaited.

A conditional move that is carried out is a move of its person like any other, stored in one transaction with the
deletion of its row.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from django.utils import timezone

from games import sockets
from games.conditional import reads
from games.conditional.models import ConditionalMove
from games.models import Move
from games.play.commands import Played, play
from games.play.keys import conditional_key
from games.play.moves import make_move
from games.play.snapshot import Draft
from games.play.storage import Clash
from games.rules import conditional, core
from games.scheduler.seats import BusySeats

log = structlog.get_logger("unbirthday.play")
# The interval between two queries, which may be longer than for bots, and the most that are carried out in a round.
EVERY, AT_ONCE = timedelta(seconds=1), 200


class _Dropped(core.Refused):
    """The seat's conditional move can't be carried out, for the reason in the code."""

    def __init__(self, code: str, conditional_move: ConditionalMove) -> None:
        super().__init__(code)
        self.conditional_move = conditional_move


class ConditionalMoves:
    """The scheduler's rounds of conditional moves that are due."""

    def __init__(self, seats: BusySeats) -> None:
        self.seats = seats
        self.next_look = timezone.now()

    async def round(self) -> None:
        now = timezone.now()
        if now < self.next_look:
            return
        keys = await self.seats.thread.run(reads.due, now, AT_ONCE)
        if len(keys) < AT_ONCE:
            self.next_look = now + EVERY
        for key in keys:
            if key not in self.seats.busy:
                await self.seats.run(key, carry_out)


def carry_out(table_id: str, index: int) -> Played | None:
    """Make the next move of the seat's conditional move, or drop it and return None. Refused `stale` if there is
    none."""
    try:
        return play(table_id, lambda draft: _carry_out(draft, index))
    except _Dropped as dropped:
        _drop(dropped.conditional_move, dropped.code)
    sockets.announce_seat(table_id, index)
    return None


def _carry_out(draft: Draft, index: int) -> None:
    conditional_move = _to_carry_out(draft, index)
    step = _resolved(draft, conditional_move)
    if isinstance(step, conditional.Dropped):
        raise _Dropped(step.code, conditional_move)
    seat = draft.seats[index]
    try:
        make_move(draft, seat, move=step.move, by=Move.By.PERSON, key=_key(conditional_move, draft))
    except core.Refused as refused:
        # The rules judge these as any move.
        log.warning("conditional_move_refused", table=draft.table.pk, why=refused.code)
        raise _Dropped(refused.code, conditional_move) from refused
    draft.afterwards.append(lambda: _go_on(draft, conditional_move, step.more if seat.is_awaited else None))


def _to_carry_out(draft: Draft, index: int) -> ConditionalMove:
    """Return the seat's conditional move if it is to be carried out now. A bot that plays for the person ignores it."""
    seat = draft.seats[index]
    awaited = draft.table.is_running and index in draft.rules.to_act(draft.state)
    conditional_move = ConditionalMove.objects.filter(table_id=draft.table.pk, seat=index, dropped="").first()
    if conditional_move is None or not awaited or seat.user_id is None or seat.played_by_bot:
        raise core.Refused("stale")
    if reads.is_void(conditional_move):
        ConditionalMove.objects.filter(pk=conditional_move.pk).delete()
        raise core.Refused("stale")
    return conditional_move


def _resolved(draft: Draft, conditional_move: ConditionalMove) -> conditional.Step | conditional.Dropped:
    own = core.game(draft.table.game).CONDITIONAL
    if own is None:
        return conditional.Dropped("no_conditional_moves")
    view = draft.rules.view(draft.state, conditional_move.seat)
    try:
        return own.resolve(
            view, conditional_move.seat, conditional_move.content, reads.basis_of(conditional_move)["seen"]
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # A bug. Repeating it would keep the seat's time from running out, too.
        log.exception("conditional_move_failed", table=conditional_move.table_id)
        return conditional.Dropped("failed")


def _go_on(draft: Draft, conditional_move: ConditionalMove, more: Any) -> None:
    """Delete the row, or update it for its next move `more`, within the transaction of its move."""
    rows = ConditionalMove.objects.filter(pk=conditional_move.pk, dropped="")
    if more is not None:
        left = rows.update(basis={"number": draft.table.number, "seen": more})
    else:
        left, _ = rows.delete()
    # Revoked or replaced meanwhile. The end of the match deletes all rows of the table.
    if not left and draft.table.is_running:
        raise Clash


def _drop(conditional_move: ConditionalMove, code: str) -> None:
    """Mark it as dropped with a code, until its owner has read it."""
    rows = ConditionalMove.objects.filter(pk=conditional_move.pk, dropped="")
    rows.update(dropped=code[:40])
    log.info("conditional_move_dropped", table=conditional_move.table_id)


def _key(conditional_move: ConditionalMove, draft: Draft) -> str:
    own = draft.rules.CONDITIONAL
    return conditional_key(
        conditional_move.pk, draft.table.number, own.condition(conditional_move.content) if own else ""
    )
