"""What people may want to be told, written in the transaction in which it happens: rows of `Notification`, nothing
sent.

A notification is there once for each user, table, kind and `about`, however often it is raised. Whether it is still
true, and who is told by which way, is judged when it is due (games/notifications). A live table's moves raise nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Move, Notification, Seat, SeatEvent, Table
from games.play.clocks import Pauses, budget, reach
from games.play.keys import is_conditional
from games.play.snapshot import Position

# Time is short when a quarter of it is left, but not less than two hours nor more than a day; of a turn that is
# shorter than four hours, when half is left.
LEAST_LEFT, MOST_LEFT = timedelta(hours=2), timedelta(days=1)
# How long before it is asked when to send it: whose quiet hours outlast the time is told before them.
AHEAD = timedelta(days=1)
BEGUN = "begun"
# A short time that is over: a bot plays the seat. `about` counts how often that has happened.
OUT = "out"
# Of one person's invitations and rematches a member is told so many a day; all of them stand in the lobby.
ASKED_MOST, ASKED_WITHIN = 10, timedelta(days=1)
LOST = (SeatEvent.Kind.OUT_OF_TIME, SeatEvent.Kind.OUT_FOR_GOOD)
ASKING = (Notification.Kind.INVITATION, Notification.Kind.REMATCH)


def notify(
    kind: str,
    user_id: int,
    table_id: str,
    about: str = "",
    facts: dict[str, Any] | None = None,
) -> None:
    """Raise one notification, within the caller's transaction. `facts` are what it will tell beyond what the table
    says."""
    _store([_row(kind, user_id, table_id, about, facts)])


def raise_for(
    position: Position, seats: Sequence[Seat], new: object | None = None, ended: bool = False
) -> None:
    """Raise what follows from a stored change, within its transaction: `seats` are those that changed, `new` the
    row that was added, `ended` whether the match is over by it."""
    table = position.table
    if ended:
        _store(list(_over(position, new)))
    elif table.is_running and not table.is_live:
        awaited = _awaited(seats)
        if isinstance(new, Move):
            turns = [(seat, person) for seat, person in awaited if not _goes_on(seat, new)]
            _store([_turn(position, seat, person) for seat, person in turns])
        _store([row for seat, person in awaited for row in _short(position, seat, person)], again=True)
        if isinstance(new, SeatEvent) and new.kind in LOST:
            _store([_out(position, position.seats[new.seat])])


def sat_down(position: Position, who: Seat) -> None:
    """Raise, within the transaction, that `who` has sat down: to the others at the table."""
    for seat in position.seats:
        if seat.user_id is not None and seat.user_id != who.user_id:
            about = f"{who.index} {who.user_id}"
            notify(Notification.Kind.SAT_DOWN, seat.user_id, position.table.pk, about, {"name": who.name})


def begun(position: Position, by: int) -> None:
    """Raise, within the transaction, that the match has begun: to all but the one who took the last seat."""
    for seat in position.seats:
        if seat.user_id is not None and seat.user_id != by:
            notify(Notification.Kind.SAT_DOWN, seat.user_id, position.table.pk, BEGUN)


def invited(position: Position, kind: str = Notification.Kind.INVITATION) -> None:
    """Raise, within the transaction, for whom a seat of an open table is reserved; each is told once a table."""
    host = position.seat_of(position.table.host_id)
    for seat in position.seats:
        if seat.reserved_id is not None and not _asked_enough(seat.reserved_id, position.table.host_id):
            facts = {"name": host.name if host else ""}
            notify(kind, seat.reserved_id, position.table.pk, facts=facts)


def _asked_enough(person: int, host: int | None) -> bool:
    """Whether that host has asked the person so often that no more is told of it: tables are opened and closed again
    as fast as one can press."""
    since = timezone.now() - ASKED_WITHIN
    asked = Notification.objects.filter(user=person, kind__in=ASKING, table__host=host, due_at__gt=since)
    return asked.count() >= ASKED_MOST


def short_from(table: Table, seat: Seat, pauses: Pauses) -> datetime | None:
    """From when on an awaited person's time is short; None if none runs. Time that stands still counts for nothing."""
    if seat.awaited_since is None or seat.deadline is None:
        return None
    whole = budget(table, seat)
    left = min(max(whole / 4, LEAST_LEFT), whole / 2, MOST_LEFT)
    return reach(seat.awaited_since, whole - left, pauses)


def turn_of(seat: Seat) -> str:
    """What tells this turn of the seat from its others."""
    assert seat.awaited_since is not None
    return seat.awaited_since.isoformat()


def _awaited(seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """Those of the seats whose person is awaited, with that person's id."""
    return [
        (seat, seat.user_id)
        for seat in seats
        if seat.user_id is not None and seat.is_awaited and not seat.played_by_bot
    ]


def _goes_on(seat: Seat, move: Move) -> bool:
    """Whether the seat's person has just moved there and goes on: one message a turn, however many steps it has."""
    return move.seat == seat.index and move.by == Move.By.PERSON and not is_conditional(move.key)


def _turn(position: Position, seat: Seat, person: int) -> Notification:
    facts = {"number": position.table.number}
    return _row(Notification.Kind.YOUR_TURN, person, position.table.pk, turn_of(seat), facts)


def _short(position: Position, seat: Seat, person: int) -> Iterator[Notification]:
    """Due a day before the time of an awaited person gets short, by what is known now."""
    table, since = position.table, seat.awaited_since
    if since is not None and (short := short_from(table, seat, position.pauses(seat))) is not None:
        facts = {"number": table.number}
        yield _row(
            Notification.Kind.TIME_SHORT, person, table.pk, turn_of(seat), facts, max(since, short - AHEAD)
        )


def _out(position: Position, seat: Seat) -> Notification:
    assert seat.user_id is not None
    facts = {"lapses": seat.lapses}
    return _row(Notification.Kind.TIME_SHORT, seat.user_id, position.table.pk, f"{OUT} {seat.lapses}", facts)


def is_out(notification: Notification) -> bool:
    """Whether it tells that a person's time is over, and not that it is short."""
    return notification.kind == Notification.Kind.TIME_SHORT and notification.about.startswith(OUT)


def _over(position: Position, new: object | None) -> Iterator[Notification]:
    """To every member but the one whose own move ended it. Guests are told by no channel."""
    mover = new.seat if isinstance(new, Move) and new.by == Move.By.PERSON else None
    people = [seat.user_id for seat in position.seats if seat.user_id is not None and seat.index != mover]
    members = set(User.objects.filter(pk__in=people, is_guest=False).values_list("pk", flat=True))
    for seat in position.seats:
        if seat.user_id in members:
            yield _row(Notification.Kind.MATCH_OVER, seat.user_id, position.table.pk)


def _row(
    kind: str,
    user_id: int,
    table_id: str,
    about: str = "",
    facts: dict[str, Any] | None = None,
    due_at: datetime | None = None,
) -> Notification:
    now = timezone.now()
    return Notification(
        kind=kind,
        user_id=user_id,
        table_id=table_id,
        about=about,
        facts={"at": now.isoformat()} | (facts or {}),
        due_at=due_at or now,
    )


def _store(rows: list[Notification], again: bool = False) -> None:
    """`again`: what is there already is due at another time now."""
    if not rows:
        return
    if again:
        key = ["user", "table", "kind", "about"]
        Notification.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=key, update_fields=["due_at"]
        )
    else:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
