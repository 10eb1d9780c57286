"""Notifications: rows that are written in the transaction in which something happens. Nothing is sent here.

There is one notification for each user, table, kind and `about`, however often it is raised. When it is due,
games/notifications checks that it still holds and chooses a channel. Moves of live tables raise none.
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

# Time is short when a quarter of it is left, but at least two hours and at most a day. For a turn of less than four
# hours it is short when half is left.
LEAST_LEFT, MOST_LEFT = timedelta(hours=2), timedelta(days=1)
# A notification is due this long before short time, so that it can be sent before quiet hours that outlast it.
AHEAD = timedelta(days=1)
BEGUN = "begun"
# The person's time is over and a bot plays the seat. `about` counts these lapses.
OUT = "out"
# The most invitations and rematches of one person that a member is told of in a day. The lobby lists all of them.
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
    """Raise one notification, within the caller's transaction. `facts` holds what its text needs beyond the table."""
    _store([_row(kind, user_id, table_id=table_id, about=about, facts=facts)])


def raise_for(position: Position, seats: Sequence[Seat], new: object | None, ended: bool) -> None:
    """Raise what follows from a stored change, within its transaction.

    `seats` are the changed seats, `new` is the added row, and `ended` is True if the change ended the match.
    """
    table = position.table
    if ended:
        _store(list(_over(position, new)))
    elif table.is_running and not table.is_live:
        awaited = _awaited(seats)
        if isinstance(new, Move):
            turns = [(seat, person) for seat, person in awaited if not _goes_on(seat, new)]
            _store([_turn(position, seat, person) for seat, person in turns])
        else:
            _forget_warnings(table, [person for _seat, person in awaited])
        _store([row for seat, person in awaited for row in _short(position, seat, person)])
        if isinstance(new, SeatEvent) and new.kind in LOST:
            _store([_out(position, position.seats[new.seat])])


def sat_down(position: Position, who: Seat) -> None:
    """Tell the others at the table that `who` has sat down, within the transaction."""
    for seat in position.seats:
        if seat.user_id is not None and seat.user_id != who.user_id:
            about = f"{who.index} {who.user_id}"
            notify(
                Notification.Kind.SAT_DOWN,
                seat.user_id,
                table_id=position.table.pk,
                about=about,
                facts={"name": who.name},
            )


def begun(position: Position, by: int) -> None:
    """Tell all but `by`, who took the last seat, that the match has begun, within the transaction."""
    for seat in position.seats:
        if seat.user_id is not None and seat.user_id != by:
            notify(Notification.Kind.SAT_DOWN, seat.user_id, position.table.pk, BEGUN)


def invited(position: Position, kind: str = Notification.Kind.INVITATION) -> None:
    """Tell the members for whom a seat is reserved, within the transaction. Each is told once for a table."""
    host = position.seat_of(position.table.host_id)
    for seat in position.seats:
        if seat.reserved_id is not None and not _asked_enough(seat.reserved_id, position.table.host_id):
            facts = {"name": host.name if host else "", "by": position.table.host_id}
            notify(kind, seat.reserved_id, position.table.pk, facts=facts)


def told_at(table_id: str, person: int) -> datetime | None:
    """Return when the person was told of the invitation to the table; None if they have not been told yet."""
    notifications = Notification.objects.filter(table_id=table_id, user=person, kind__in=ASKING)
    return notifications.values_list("fanned_out_at", flat=True).first()


def _asked_enough(person: int, host: int | None) -> bool:
    """Return True if that host has invited the person too often for another message.

    Tables can be opened and closed again as fast as one can press a button. A host who leaves a table hands it on, so
    its present host need not be the one who invited.
    """
    since = timezone.now() - ASKED_WITHIN
    invitations = Notification.objects.filter(user=person, kind__in=ASKING, facts__by=host, due_at__gt=since)
    return invitations.count() >= ASKED_MOST


def short_from(table: Table, seat: Seat, pauses: Pauses) -> datetime | None:
    """Return the moment from which an awaited person's time is short; None if no time runs. Pauses don't count."""
    if seat.awaited_since is None or seat.deadline is None:
        return None
    seconds = budget(table, seat)
    left = min(max(seconds / 4, LEAST_LEFT), seconds / 2, MOST_LEFT)
    return reach(seat.awaited_since, seconds - left, pauses)


def turn_of(seat: Seat) -> str:
    """Return a string that is different for each turn of the seat."""
    assert seat.awaited_since is not None
    return seat.awaited_since.isoformat()


def _awaited(seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """Return the seats whose person is awaited, with that person's id."""
    return [(seat, seat.user_id) for seat in seats if seat.user_id is not None and seat.awaits_person]


def _goes_on(seat: Seat, move: Move) -> bool:
    """Return True if the seat's person has just moved and goes on. A turn raises one message, however many steps it
    has."""
    return move.seat == seat.index and move.by == Move.By.PERSON and not is_conditional(move.key)


def _turn(position: Position, seat: Seat, person: int) -> Notification:
    facts = {"number": position.table.number}
    return _row(
        Notification.Kind.YOUR_TURN, person, table_id=position.table.pk, about=turn_of(seat), facts=facts
    )


def _short(position: Position, seat: Seat, person: int) -> Iterator[Notification]:
    """Yield a notification that is due a day before the awaited person's time gets short, as far as known now.

    There is another one for each deadline of a turn, since a vacation may move it after the first one was sent.
    """
    table, since = position.table, seat.awaited_since
    if since is not None and (short := short_from(table, seat, position.pauses(seat))) is not None:
        facts = {"number": table.number}
        yield _row(
            Notification.Kind.TIME_SHORT,
            person,
            table_id=table.pk,
            about=seat.deadline.isoformat() if seat.deadline else "",
            facts=facts,
            due_at=max(since, short - AHEAD),
        )


def _forget_warnings(table: Table, people: Sequence[int]) -> None:
    """Delete the people's warnings of short time that nobody has been sent yet. New ones follow from new deadlines."""
    unsent = Notification.objects.filter(
        table=table, user__in=people, kind=Notification.Kind.TIME_SHORT, fanned_out_at=None
    )
    unsent.exclude(about__startswith=OUT).delete()


def _out(position: Position, seat: Seat) -> Notification:
    assert seat.user_id is not None
    facts = {"lapses": seat.lapses}
    return _row(
        Notification.Kind.TIME_SHORT,
        seat.user_id,
        table_id=position.table.pk,
        about=f"{OUT} {seat.lapses}",
        facts=facts,
    )


def is_out(notification: Notification) -> bool:
    """Return True if the notification says that a person's time is over, not that it is short."""
    return notification.kind == Notification.Kind.TIME_SHORT and notification.about.startswith(OUT)


def _over(position: Position, new: object | None) -> Iterator[Notification]:
    """Yield a notification for every member but the one whose move ended the match. Guests have no channel."""
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


def _store(rows: list[Notification]) -> None:
    """Store the notifications that are not there yet."""
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
