"""The strongest bot in the person's seat of a deal: one match a deal, played when its day begins and stored as a table.
Its searches are limited by playouts and not by time, so the result is the same on every machine."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from games.deals import bot_matches, days
from games.deals.models import Deal
from games.models import Move, Seat, Table
from games.play import workers
from games.play.bot_names import bot_names
from games.play.database_thread import DatabaseThread
from games.play.seating import deal_row
from games.rules import core, match
from games.rules.chance import Stream
from games.scheduler.processes import Processes

log = structlog.get_logger("unbirthday.deals")
LEVEL = "hard"
# For each move; several times as many as at a table.
PLAYOUTS = 6000
# Seconds between two looks for deals, and after a failure.
LOOK, REST = 20.0, 60.0
NICE = 15


async def run() -> None:
    """Play the matches of bots one after another until cancelled."""
    await workers.run("deals", play_waiting, failed="strongest_failed", pause=LOOK, rest=REST)


async def play_waiting(database: DatabaseThread) -> bool:
    """Play the matches of all waiting deals, in a process of its own with the lowest priority."""
    waiting = await database.run(unplayed)
    if not waiting:
        return False
    processes = Processes(1, NICE)
    try:
        for deal in waiting:
            question = core.game(deal.game), deal.seed, levels_of(deal), PLAYOUTS
            moves = await processes.ask(bot_matches.play, *question)
            await database.run(store, deal, moves)
    finally:
        processes.stop()
    return False


def unplayed() -> list[Deal]:
    """Return the deals that have begun, are not closed, and have no such match yet."""
    today = days.today()
    deals = Deal.objects.filter(day__lte=today, day__gte=today - timedelta(days=1), closed_at=None)
    waiting = deals.filter(strongest=None).order_by("-day", "game")
    return [deal for deal in waiting if deal.rules == core.game(deal.game).VERSION]


def levels_of(deal: Deal) -> list[str]:
    return [core.game(deal.game).bot_level(LEVEL), *deal.levels]


def store(deal: Deal, moves: bot_matches.Moves) -> Table | None:
    """Store the match, unless another scheduler has been faster."""
    table, seats, rows = _match(deal, moves)
    with transaction.atomic():
        if Deal.objects.select_for_update().get(pk=deal.pk).strongest_id is not None:
            return None
        table.save(force_insert=True)
        Seat.objects.bulk_create(seats)
        Move.objects.bulk_create(rows)
        Deal.objects.filter(pk=deal.pk).update(strongest=table)
    log.info(
        "strongest_played", game=deal.game, day=deal.day.isoformat(), score=seats[bot_matches.SEAT].score
    )
    return table


def _match(deal: Deal, moves: bot_matches.Moves) -> tuple[Table, list[Seat], list[Move]]:
    rules, levels, now = core.game(deal.game), levels_of(deal), timezone.now()
    stream = Stream(bytes.fromhex(deal.seed), [""] * len(levels))
    options = core.settle_options(rules, len(levels), {})
    state, setup = core.deal(rules, len(levels), stream, options)
    table = Table(
        game=deal.game,
        rules=rules.VERSION,
        options=options,
        public=False,
        status=Table.Status.OVER,
        number=len(moves),
        increment_ms=0,
        seed=deal.seed,
        deal=deal.place,
        started_at=now,
        ended_at=now,
    )
    rows = [deal_row(table, setup, rules.dump(state))]
    for number, (seat, move, at) in enumerate(moves, start=1):
        state, events = core.play(rules, state, seat, move, at, stream)
        rows.append(
            Move(
                table=table,
                number=number,
                seat=seat,
                by=Move.By.CLOCK if seat is None else Move.By.BOT,
                key=f"bot-{number - 1}",
                move=move,
                events=events,
                state=rules.dump(state),
                at=at,
            )
        )
    table.stream_position = stream.position
    outcome = rules.outcome(state)
    assert outcome is not None
    table.outcome = match.outcome_record(outcome)
    seats = [
        Seat(
            table=table,
            index=index,
            level=level,
            name=name,
            score=outcome.scores[index],
            rank=outcome.ranks[index],
            ended_at=now,
        )
        for index, (level, name) in enumerate(zip(levels, bot_names(levels), strict=True))
    ]
    return table, seats, rows
