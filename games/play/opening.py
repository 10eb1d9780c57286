"""New tables: their plan, what is refused, and rematches on the terms of the match before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError

from accounts.models import User
from games.models import Notification, Table
from games.people.lists import apart_from
from games.people.locks import one_at_a_time
from games.play import hooks, notifications, tickets, time_control
from games.play.commands import play_on
from games.play.invitations import invitees
from games.play.seating import join, refuse_too_many_running, set_up
from games.play.snapshot import Draft, Snapshot
from games.play.storage import Clash, load, retried
from games.play.tickets import NOTHING_SHOWN, Shown
from games.rules import core

# The most open tables of a member and of a guest.
OPEN_TABLES_EACH, OPEN_TABLES_OF_GUEST = 12, 3


@dataclass(frozen=True)
class Plan:
    """The plan of a table.

    `bots` are the levels of the last seats, "" for a person's seat; the seats before them are people's. Bank and
    increment are the usual ones of the pace where None. `invited` are names of members, for whom the first of people's
    seats are reserved.
    """

    game: str
    seats: int
    bots: Sequence[str] = ()
    public: bool = True
    pace: str = Table.Pace.LIVE
    bank_ms: int | None = None
    increment_ms: int | None = None
    # Day-paced tables only: Saturdays and Sundays (UTC) don't count.
    weekends_off: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    # If False, moves against bots alone have no time limit at any pace.
    clock: bool = True
    invited: Sequence[str] = ()
    # Everybody may ask for hints.
    hints: bool = False
    # The host's choices for the features' terms, by feature.
    terms: Mapping[str, Any] = field(default_factory=dict)


def open_table(host: User, plan: Plan, salt: str = "", shown: Shown = NOTHING_SHOWN) -> Snapshot:
    """Open a table with its host on the first seat. The match begins at once if all other seats are bots'.

    A form that the same person sends twice opens one table.
    """
    try:
        return _opened(host, plan, salt, shown)
    except IntegrityError:
        # Refused if the account of somebody invited was deleted meanwhile.
        invitees(host, plan.invited)
        raise


def _opened(host: User, plan: Plan, salt: str, shown: Shown) -> Snapshot:
    with one_at_a_time(host):
        if (before := _opened_before(host, shown)) is not None:
            return before
        table = _planned(host, plan)
        levels = [*[""] * (plan.seats - len(plan.bots)), *plan.bots]
        reserved = _reserved(levels, [member.pk for member in invitees(host, plan.invited)])
        if shown.ticket:
            table.seed = tickets.seed_of(tickets.number_of(shown.ticket))
            tickets.use(shown.ticket, table)
        snapshot = set_up(table, host, levels=levels, salt=salt, shown=shown, reserved=reserved)
        hooks.settle_terms(snapshot, host, plan.terms)
        notifications.invited(snapshot)
    return snapshot


def _opened_before(host: User, shown: Shown) -> Snapshot | None:
    """Return the table that the same person opened with this form, unless it is over. Refused for anybody else's
    form."""
    table = tickets.opened_with(shown.ticket) if shown.ticket else None
    if table is None:
        return None
    if table.host_id != host.pk or not (table.is_open or table.is_running):
        raise core.Refused("used_ticket")
    return load(table.pk)


def _planned(host: User, plan: Plan) -> Table:
    """Return the table's unsaved row. Raises Refused if the plan is invalid."""
    rules = core.game(plan.game)
    options = core.settle_options(rules, plan.seats, plan.options)
    if len(plan.bots) >= plan.seats:
        raise core.Refused("no_seat_for_people")
    for level in plan.bots:
        if level and level not in rules.LEVELS:
            raise core.Refused("no_such_level", level=level)
    times = times_of(rules, plan)
    _refuse_too_many(host)
    return Table(
        game=plan.game,
        rules=rules.VERSION,
        options=options,
        host=host,
        public=plan.public,
        hints=plan.hints,
        **times,
    )


def _refuse_too_many(host: User) -> None:
    most = OPEN_TABLES_OF_GUEST if host.is_guest else OPEN_TABLES_EACH
    if Table.objects.filter(host=host, status=Table.Status.OPEN).count() >= most:
        raise core.Refused("too_many_tables", most=most)
    refuse_too_many_running(host)


def times_of(rules: core.Game, plan: Plan) -> dict[str, Any]:
    """Return the table's fields that say how long moves may take. Refused if they don't go together."""
    alone = not plan.clock and _is_against_bots(plan)
    live = plan.pace == Table.Pace.LIVE or alone
    if rules.REAL_TIME and not live:
        raise core.Refused("live_only")
    # A real-time game has no time per move, only the table's clock.
    timed = not (rules.REAL_TIME or alone)
    bank, increment = time_control.settled(live, plan.bank_ms, plan.increment_ms) if timed else (0, 0)
    if live and plan.weekends_off and not alone:
        raise core.Refused("weekends_live")
    return {
        "pace": Table.Pace.LIVE if live else plan.pace,
        "bank_ms": bank,
        "increment_ms": increment,
        "weekends_off": plan.weekends_off and not live,
    }


def _is_against_bots(plan: Plan) -> bool:
    """Return True if the host is the only person."""
    return sum(map(bool, plan.bots)) == plan.seats - 1


def _reserved(levels: Sequence[str], invited: Sequence[int]) -> list[int | None]:
    """Return for each seat the id of the user it is reserved for, or None. The host has the first of people's seats;
    the invited have the next ones."""
    free = [index for index, level in enumerate(levels) if not level][1:]
    if len(invited) > len(free):
        raise core.Refused("too_many_invited", most=len(free))
    reserved = dict(zip(free, invited, strict=False))
    return [reserved.get(index) for index in range(len(levels))]


def rematch(table_id: str, person: User, salt: str = "", shown: Shown = NOTHING_SHOWN) -> Snapshot:
    """Return the table at which the same people play again. The first who asks opens it, the others join it.

    No seat is reserved for people whom the first one has blocked, or who have blocked them.
    """

    def change() -> Snapshot:
        snapshot = load(table_id)
        old = snapshot.table
        snapshot.require_seat(person.pk)
        if not old.is_over:
            raise core.Refused("not_over")
        if old.rematch is not None and old.rematch.status != Table.Status.CLOSED:
            return join(old.rematch.pk, person, salt=salt, token=old.rematch.invite, shown=shown)
        if old.is_guided:
            raise core.Refused("guided")
        try:
            return _opened_again(snapshot, person, salt, shown)
        except IntegrityError as error:
            # The account of somebody who played was deleted meanwhile.
            raise Clash from error

    return retried(change)


def _opened_again(snapshot: Snapshot, person: User, salt: str, shown: Shown) -> Snapshot:
    old = snapshot.table
    with one_at_a_time(person):
        _refuse_too_many(person)
        apart = apart_from(person.pk)
        table = _like(old, person, snapshot.rules)
        levels = [seat.level for seat in snapshot.seats]
        reserved = [None if seat.user_id in apart else seat.user_id for seat in snapshot.seats]
        new = set_up(table, person, levels=levels, salt=salt, shown=shown, reserved=reserved)
        hooks.settle_terms(new, person, hooks.terms_of(old))
        play_on(Draft(snapshot), lambda draft: draft.change(rematch_id=table.pk))
        notifications.invited(new, Notification.Kind.REMATCH)
    return new


def _like(old: Table, host: User, rules: core.Game) -> Table:
    """Return a table for a rematch, not stored: the same terms, with the current version of the rules."""
    return Table(
        game=old.game,
        rules=rules.VERSION,
        options=old.options,
        host=host,
        public=old.public,
        hints=old.hints,
        pace=old.pace,
        bank_ms=old.bank_ms,
        increment_ms=old.increment_ms,
        weekends_off=old.weekends_off,
        seed=tickets.seed_for_rematch(old),
    )
