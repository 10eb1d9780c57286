"""Guided first matches: tables against bots whose deal and first moves are scripted. They count in no figures."""

from __future__ import annotations

from contextlib import suppress

from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.people.locks import one_at_a_time
from games.play.closing import put_aside
from games.play.commands import changes_table
from games.play.deadlines import start_waiting_clocks
from games.play.seating import refuse_too_many_running, set_up
from games.play.snapshot import Draft, Snapshot
from games.play.storage import load
from games.play.tickets import NOTHING_SHOWN
from games.rules import core
from games.rules.guide import LEARNER, SALT, Guide, guide


def open_guided(person: User, game: str) -> Snapshot:
    """Return the person's guided match of the game: a running one, or a new one."""
    rules, script = core.game(game), guide(game)
    if script is None:
        raise core.Refused("no_guide")
    levels = ["", *[rules.bot_level("easy")] * (script.seats - 1)]
    with one_at_a_time(person):
        running = Seat.objects.filter(
            user=person, resigned=None, table__game=game, table__status=Table.Status.RUNNING
        ).exclude(table__guide=Table.Guide.NONE)
        if (seat := running.first()) is not None:
            return load(seat.table_id)
        refuse_too_many_running(person)
        return set_up(_table(person, game, script), person, levels=levels, salt=SALT, shown=NOTHING_SHOWN)


def _table(host: User, game: str, script: Guide) -> Table:
    """Return the table's row, not stored."""
    rules = core.game(game)
    return Table(
        game=game,
        rules=rules.VERSION,
        options=core.settle_options(rules, script.seats, {}),
        host=host,
        public=False,
        bank_ms=0,
        increment_ms=0,
        seed=script.seed,
        guide=Table.Guide.ON,
    )


def put_untouched_aside(table_id: str, person: User) -> None:
    """Put aside the person's running table against bots alone on which they have not moved; others stay as they are."""
    seat = Seat.objects.filter(table=table_id, user=person).first()
    if seat and not seat.table.moves.filter(seat=seat.index).exists():
        with suppress(core.Refused):
            put_aside(table_id, person.pk, aside=True)


@changes_table
def leave_guide(draft: Draft, person: int) -> None:
    """Leave the guide: the match goes on against these bots, and still counts in no figures. A race's clock begins."""
    seat, table = draft.require_seat(person), draft.table
    if seat.index != LEARNER or table.guide == Table.Guide.NONE:
        raise core.Refused("no_guide")
    if table.guide == Table.Guide.LEFT:
        draft.store_nothing()
        return
    table.guide = Table.Guide.LEFT
    if table.is_running:
        start_waiting_clocks(draft, timezone.now())


def next_move(table: Table, number: int) -> tuple[int, core.Move] | None:
    """Return the seat and the move that the table's guide gives after `number` moves.

    None if there is no guide, or it has been left or has ended.
    """
    script = guide(table.game) if table.guide == Table.Guide.ON else None
    moves = script.moves if script else []
    return moves[number] if number < len(moves) else None
