"""Deals for tests: drawn for a day, and played by plain functions in place of the scheduler."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from random import Random

import time_machine
from django.utils import timezone

from accounts.models import User
from games.deals import bot_matches, days, draws, tries
from games.deals.models import Deal, Try
from games.play import commands, real_time, storage
from games.play.hooks import bot_seed
from games.play.moves import BotMove
from games.play.snapshot import Snapshot
from games.rules import bot_process, core
from games.scheduler.bots import question
from tests.helpers import given

# A Wednesday.
DAY = date(2026, 6, 3)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def at(moment: datetime = NOON) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def drawn(game: str = "parade", day: date = DAY) -> Deal:
    """The deal, drawn two days ahead as the scheduler does, with the same cards in every run."""
    with at(days.begins(day) - timedelta(days=2) + HOUR):
        draws.draw(days.begins(day) - timedelta(days=2) + HOUR)
    seed = hashlib.sha256(f"{game} {day}".encode()).hexdigest()
    Deal.objects.filter(game=game, day=day).update(seed=seed)
    return Deal.objects.get(game=game, day=day)


def member(name: str = "Ada") -> User:
    """Somebody who registered before the day."""
    return given.person(name, date_joined=days.begins(DAY) - HOUR)


def begun(deal: Deal, person: User) -> Snapshot:
    return tries.begin(person, deal)


def step(snapshot: Snapshot, chooser: Random | None = None) -> Snapshot:
    """The next move: a bot's as the scheduler would make it, or the person's first or random legal one."""
    table = snapshot.table.pk
    seat = next(seat for seat in snapshot.seats if seat.is_awaited)
    if seat.is_bot:
        task = question(seat)
        assert task is not None
        move = bot_process.think(*task[1])
        return given.bot_move(table, seat.index, task[0], move).snapshot
    number = snapshot.table.number
    move = given.first_legal(snapshot, seat.index, chooser)
    return given.submit(table, seat.user_id, move, key=f"p-{number}", seen=number).snapshot


def play(snapshot: Snapshot, seed: object = None) -> Snapshot:
    """To the end; the same seed chooses the same moves for the person."""
    chooser = Random(str(seed)) if seed is not None else None
    newest = storage.load(snapshot.table.pk)
    while newest.table.is_running:
        newest = step(newest, chooser)
    return given.now(newest)


def played(deal: Deal, person: User, seed: object = None) -> Try:
    """A finished try."""
    snapshot = play(begun(deal, person), seed)
    return Try.objects.get(table=snapshot.table)


def run(deal: Deal, person: User, level: str = "greedy", begins: datetime = NOON) -> Snapshot:
    """Run a race of the day to its end, in the deal's own time: the person acts as a bot of that level would."""
    with at(begins) as clock:
        table = begun(deal, person).table.pk
        real_time.be_ready(table, person.pk)
        rng, could, mine = Random(f"{deal.seed} {level}"), None, None
        while (here := storage.load(table)).table.is_running:
            rules = here.rules
            assert isinstance(rules, core.RealTimeGame)
            can = list(rules.legal_moves(here.state, bot_matches.SEAT))
            if can != could:
                view = rules.view(here.state, bot_matches.SEAT)
                wait = timedelta(milliseconds=rules.reaction(level, view, rng))
                began = here.table.started_at or timezone.now()
                could, mine = can, max(timezone.now(), began) + wait if can else None
            due = [(here.table.due_at, -1)] + [(seat.deadline, seat.index) for seat in here.seats[1:]]
            at_, who = min(
                (when, seat) for when, seat in [*due, (mine, bot_matches.SEAT)] if when is not None
            )
            clock.move_to(max(at_, timezone.now()), tick=False)
            mine = None if who == bot_matches.SEAT else mine
            _act(here, who, level, rng)
    return given.now(here)


def _act(snapshot: Snapshot, who: int, level: str, rng: Random) -> None:
    table, rules = snapshot.table.pk, snapshot.rules
    if who < 0:
        given.tick(table)
        return
    view = rules.view(snapshot.state, who)
    if who == bot_matches.SEAT:
        if (move := rules.choose(level, view, rng)) is not None:
            given.submit(table, snapshot.seats[who].user_id, move, key=f"p-{snapshot.table.number}", seen=0)
        return
    seat = snapshot.seats[who]
    seed = bot_seed(snapshot, who)
    assert seed is not None and seat.deadline is not None
    move = bot_process.think(rules, seat.level, view, seed)
    if move is None:
        real_time.bot_waits(table, who, seat.deadline)
    else:
        commands.play(table, BotMove(who, move))
