"""Deals for tests: drawn for a day, and played by plain functions in place of the scheduler."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random

import time_machine

from accounts.models import User
from games.deals import days, draws, tries
from games.deals.models import Deal, Try
from games.models import Table
from games.play import storage
from games.play.snapshot import Snapshot
from games.rules import bots
from games.scheduler.bots import question
from tests.helpers import given

# A Wednesday.
DAY = date(2026, 6, 3)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def at(moment: datetime = NOON) -> time_machine.travel:
    return time_machine.travel(moment, tick=False)


def drawn(game: str = "parade", day: date = DAY) -> Deal:
    """The deal, drawn two days ahead as the scheduler does."""
    with at(days.begins(day) - timedelta(days=2) + HOUR):
        draws.draw(days.begins(day) - timedelta(days=2) + HOUR)
    return Deal.objects.get(game=game, day=day)


def member(name: str = "Ada") -> User:
    """Somebody who registered before the day."""
    return given.person(name, date_joined=days.begins(DAY) - HOUR)


def begun(deal: Deal, person: User) -> Snapshot:
    return tries.begin(person, deal)


def step(table: str, chooser: Random | None = None) -> None:
    """The next move: a bot's as the scheduler would make it, or the person's first or random legal one."""
    here = storage.load(table)
    seat = next(each for each in here.seats if each.is_awaited)
    if seat.is_bot:
        asked = question(seat)
        assert asked is not None
        move = bots.think(*asked[1])
        given.bot_move(table, seat.index, asked[0], move)
    else:
        number = here.table.number
        move = given.first_legal(here, seat.index, chooser)
        given.submit(table, seat.user_id, move, key=f"p-{number}", seen=number)


def play(snapshot: Snapshot, seed: object = None) -> Snapshot:
    """To the end; the same seed chooses the same moves for the person."""
    chooser = Random(str(seed)) if seed is not None else None
    table = snapshot.table.pk
    while Table.objects.get(pk=table).is_running:
        step(table, chooser)
    return given.now(snapshot)


def played(deal: Deal, person: User, seed: object = None) -> Try:
    """A finished try."""
    snapshot = play(begun(deal, person), seed)
    return Try.objects.get(table=snapshot.table)
