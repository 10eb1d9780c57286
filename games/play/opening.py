"""New tables: what one is to be, what can't be, and a rematch on the terms of the match before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from games.models import Notification, Table
from games.people.lists import apart_from
from games.play import notifications, tickets, time_control
from games.play.invitations import invitees
from games.play.road import play_on
from games.play.seating import join, one_at_a_time, refuse_too_many_running, set_up
from games.play.snapshot import Draft, Snapshot
from games.play.storage import load, retried
from games.play.tickets import NOTHING_SHOWN, Shown
from games.rules import core

OPEN_TABLES_EACH = 12


@dataclass(frozen=True)
class Plan:
    """What a table is to be. `bots` are the levels of the last seats, "" being a person's seat; those before
    them are people's. Bank and increment are the pace's usual ones where None. `invited` are names of members for
    whom the first of these are reserved."""

    game: str
    seats: int
    bots: Sequence[str] = ()
    public: bool = True
    pace: str = Table.Pace.LIVE
    bank_ms: int | None = None
    increment_ms: int | None = None
    # Day-paced tables only: Saturdays and Sundays (UTC) cost nobody time.
    weekends_off: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    # False: moves have no time, whatever the pace, if all the others are bots, who wait for ever.
    clock: bool = True
    invited: Sequence[str] = ()
    # Everybody may ask what the strongest bot would do.
    hints: bool = False


def open_table(host: User, plan: Plan, salt: str = "", shown: Shown = NOTHING_SHOWN) -> Snapshot:
    """Open a table, its host on the first seat. It starts at once when only bots were wanted. A form that is sent
    twice by the same person opens one table."""
    if (before := _opened_before(host, shown)) is not None:
        return before
    with one_at_a_time(host):
        table = _planned(host, plan)
        levels = [*[""] * (plan.seats - len(plan.bots)), *plan.bots]
        reserved = _reserved(levels, [each.pk for each in invitees(host, plan.invited)])
        if shown.ticket:
            table.seed = tickets.seed_of(tickets.number_of(shown.ticket))
            tickets.use(shown.ticket, table)
        snapshot = set_up(table, host, levels, salt, shown, reserved)
        notifications.invited(snapshot)
    return snapshot


def _opened_before(host: User, shown: Shown) -> Snapshot | None:
    """What this form has opened for the same person, while nothing is over there; Refused of anybody else's."""
    table = tickets.opened_with(shown.ticket) if shown.ticket else None
    if table is None:
        return None
    if table.host_id != host.pk or not (table.is_open or table.is_running):
        raise core.Refused("used_ticket")
    return load(table.pk)


def _planned(host: User, plan: Plan) -> Table:
    """The table's row, not stored; Refused if there can't be such a table."""
    rules = core.game(plan.game)
    options = core.settle_options(rules, plan.seats, plan.options)
    if len(plan.bots) >= plan.seats:
        raise core.Refused("no_seat_for_people")
    for level in plan.bots:
        if level and level not in rules.LEVELS:
            raise core.Refused("no_such_level", level=level)
    times = times_of(rules, plan)
    if Table.objects.filter(host=host, status=Table.Status.OPEN).count() >= OPEN_TABLES_EACH:
        raise core.Refused("too_many_tables", most=OPEN_TABLES_EACH)
    refuse_too_many_running(host)
    return Table(
        game=plan.game,
        rules=rules.VERSION,
        options=options,
        host=host,
        public=plan.public,
        hints=plan.hints,
        **times,
    )


def times_of(rules: core.Game, plan: Plan) -> dict[str, Any]:
    """The table's fields that say how long moves may take; Refused if they don't go together."""
    alone = not plan.clock and _is_against_bots(plan)
    live = plan.pace == Table.Pace.LIVE or alone
    if rules.REAL_TIME and not live:
        raise core.Refused("live_only")
    # In a real-time game nobody has a time per move: the table's clock is all there is.
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
    """Whether the host is the only person."""
    return sum(map(bool, plan.bots)) == plan.seats - 1


def _reserved(levels: Sequence[str], invited: Sequence[int]) -> list[int | None]:
    """For whom each seat is reserved: the host has the first of people's seats, the invited those behind it."""
    free = [index for index, level in enumerate(levels) if not level][1:]
    if len(invited) > len(free):
        raise core.Refused("too_many_invited", most=len(free))
    reserved = dict(zip(free, invited, strict=False))
    return [reserved.get(index) for index in range(len(levels))]


def rematch(table_id: str, person: User, salt: str = "", shown: Shown = NOTHING_SHOWN) -> Snapshot:
    """The table at which the same people play again: opened by the first who asks, joined by the others, now or
    whenever they come. No seat is reserved for those whom the first doesn't meet."""

    def change() -> Snapshot:
        snapshot = load(table_id)
        old = snapshot.table
        snapshot.require_seat(person.pk)
        if not old.is_over:
            raise core.Refused("not_over")
        if old.rematch is not None and old.rematch.status != Table.Status.CLOSED:
            return join(old.rematch.pk, person, salt, old.rematch.invite, shown)
        if old.is_guided:
            raise core.Refused("guided")
        apart = apart_from(person.pk)
        with one_at_a_time(person):
            refuse_too_many_running(person)
            table = _like(old, person, snapshot.rules)
            levels = [seat.level for seat in snapshot.seats]
            reserved = [None if seat.user_id in apart else seat.user_id for seat in snapshot.seats]
            new = set_up(table, person, levels, salt, shown, reserved)
            play_on(Draft(snapshot), lambda draft: draft.change(rematch_id=table.pk))
            notifications.invited(new, Notification.Kind.REMATCH)
            return new

    return retried(change)


def _like(old: Table, host: User, rules: core.Game) -> Table:
    """A table for a rematch, not stored: the same terms, by today's version of the rules."""
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
