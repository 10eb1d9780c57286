"""Close tables at which nobody plays.

An open table closes when its people leave, or when its host closes it or stays away. A match against bots alone closes
when its person does not go on with it. A match with days for each move is closed after 60 days without a move; its
people are told a week before.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Notification, Seat, Table
from games.play import hooks, notifications
from games.play.commands import Command, changes_table, play
from games.play.moves import finish
from games.play.snapshot import Draft
from games.rules import core

log = structlog.get_logger("unbirthday.play")
# The time for which an open table waits for its host.
DESERTED_LIVE, DESERTED_DAYS = timedelta(hours=1), timedelta(days=7)
# The time for which a match against bots alone waits for its person. The second is for those that count in no figures.
UNFINISHED, UNCOUNTED = timedelta(days=14), timedelta(days=1)
# A match with days for each move: when it closes without a move, and how long before that its people are warned.
UNTOUCHED, WARNING = timedelta(days=60), timedelta(days=7)


@changes_table
def leave(draft: Draft, person: int) -> None:
    """Leave an open table. The next person becomes host; a table without people closes."""
    seat = draft.require_seat(person)
    if not draft.table.is_open:
        raise core.Refused("already_started")
    _free(seat)
    if not draft.people:
        _close(draft, timezone.now())
    elif draft.table.host_id not in draft.people:
        draft.table.host_id = draft.people[0]


def _free(seat: Seat) -> None:
    seat.user_id, seat.name, seat.salt, seat.salt_by = None, "", "", ""


@changes_table
def send_away(draft: Draft, host: int, name: str) -> None:
    """Free the seat of the person with that name, who can't sit down there again uninvited. Host only."""
    draft.require_open_host(host)
    person = User.objects.named(name)
    seat = draft.seat_of(person.pk) if person else None
    if person is None or seat is None or person.pk == host:
        # They have left meanwhile.
        draft.store_nothing()
        return
    _free(seat)
    draft.touch(timezone.now())
    draft.afterwards.append(lambda: draft.table.sent_away.add(person))


def part(person: int, other: int) -> None:
    """Part two people, one of whom has blocked the other, at every open table where both sit.

    The other leaves the tables of `person`; `person` leaves the rest.
    """
    shared = Table.objects.filter(status=Table.Status.OPEN, seats__user=person).filter(seats__user=other)
    for table_id, host in list(shared.values_list("pk", "host")):
        # One of them may have left meanwhile, or the match has begun.
        with suppress(core.Refused):
            leave(table_id, other if host == person else person)


@changes_table
def cancel(draft: Draft, person: int) -> None:
    """Close an open table. Host only."""
    draft.require_open_host(person)
    _close(draft, timezone.now())


def close_deserted(now: datetime) -> int:
    """Close open tables whose host was last seen an hour ago (live) or seven days ago. Return how many."""
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    gone = waiting.filter(pace=Table.Pace.LIVE, host__last_seen__lt=now - DESERTED_LIVE) | waiting.filter(
        pace=Table.Pace.DAYS, host__last_seen__lt=now - DESERTED_DAYS
    )
    gone |= waiting.filter(host=None)

    def closed(draft: Draft) -> None:
        if not draft.table.is_open:
            raise core.Refused("stale")
        _close(draft, now)

    return _carried_out(gone, closed)


def _close(draft: Draft, now: datetime) -> None:
    for seat in draft.seats:
        seat.ended_at = now
        seat.deadline = seat.awaited_since = seat.heartbeat_at = None
    draft.change(status=Table.Status.CLOSED, ended_at=now, due_at=None)


@changes_table
def put_aside(draft: Draft, person: int, aside: bool) -> None:
    """Take the person's running match against bots alone out of the list of their tables, or back into it."""
    seat = draft.require_seat(person)
    draft.require_running()
    if len(draft.people) > 1 or draft.table.has_clock:
        raise core.Refused("others_wait")
    if (seat.put_aside_at is not None) == aside:
        draft.store_nothing()
    seat.put_aside_at = timezone.now() if aside else None


def close_unfinished(now: datetime) -> int:
    """Close abandoned matches against bots alone. Return their number.

    They have no outcome and count in no figures. Their moves stay stored.
    """

    def closed(draft: Draft) -> None:
        if not draft.table.is_running or draft.table.touched_at > now - _patience(draft.table):
            raise core.Refused("stale")
        _close(draft, now)
        draft.afterwards += [partial(call, draft) for call in hooks.unfinished]
        draft.afterwards.append(lambda: log.info("unfinished", table=draft.table.pk))

    others = Seat.objects.filter(table=OuterRef("pk"), user__isnull=False).exclude(user=OuterRef("host"))
    alone = Table.objects.filter(~Exists(others), status=Table.Status.RUNNING, increment_ms=0)
    uncounted = ~Q(guide=Table.Guide.NONE) | Q(begun_from__isnull=False)
    idle = Q(touched_at__lte=now - UNFINISHED) | uncounted & Q(touched_at__lte=now - UNCOUNTED)
    return _carried_out(alone.filter(idle), closed)


def _patience(table: Table) -> timedelta:
    return UNCOUNTED if table.is_guided or table.begun_from is not None else UNFINISHED


def closes_at(table: Table) -> datetime | None:
    """Return the time when an abandoned match will be closed; None until its people have been warned."""
    if table.warned_at is None or not table.is_running:
        return None
    # A warning that was late because the site was down still gives people the whole week.
    return max(table.touched_at + UNTOUCHED, table.warned_at + WARNING)


def close_abandoned(now: datetime) -> int:
    """Close the matches whose time is over. Return how many."""

    def closed(draft: Draft) -> None:
        closes = closes_at(draft.table)
        if closes is None or closes > now:
            raise core.Refused("stale")
        standings = draft.rules.standings(draft.state)
        finish(draft, core.Outcome("abandoned", standings.scores, standings.ranks))
        draft.afterwards.append(lambda: log.info("abandoned", table=draft.table.pk))

    return _carried_out(_idle(now - UNTOUCHED).filter(warned_at__lte=now - WARNING), closed)


def warn_of_closing(now: datetime) -> int:
    """Tell the people of each match that will be closed in a week. Return the number of matches."""

    def warned(draft: Draft) -> None:
        table = draft.table
        idle = table.is_running and table.touched_at <= now - UNTOUCHED + WARNING
        if not idle or table.warned_at is not None:
            raise core.Refused("stale")
        table.warned_at = now
        draft.afterwards.append(lambda: _warn(draft, now))

    return _carried_out(_idle(now - UNTOUCHED + WARNING).filter(warned_at=None), warned)


def _carried_out(tables: QuerySet[Table], command: Command) -> int:
    """Carry the command out at each table. Return the number of tables where it was possible."""
    count = 0
    for table_id in list(tables.values_list("pk", flat=True)):
        with suppress(core.Refused):
            play(table_id, command)
            count += 1
    return count


def _idle(since: datetime) -> QuerySet[Table]:
    idle = Table.objects.filter(status=Table.Status.RUNNING, touched_at__lte=since)
    return idle.filter(pace=Table.Pace.DAYS) | idle.filter(increment_ms=0)


def _warn(draft: Draft, now: datetime) -> None:
    closes = closes_at(draft.table)
    assert closes is not None
    for seat in draft.seats:
        if seat.user_id is not None and seat.resigned is None:
            facts = {"closes": closes.isoformat()}
            kind = Notification.Kind.ABANDONED
            notifications.notify(
                kind, seat.user_id, table_id=draft.table.pk, about=now.isoformat(), facts=facts
            )
