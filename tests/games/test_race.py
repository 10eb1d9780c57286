"""Races on one process: the clock, bots, socket clients, and what is stored of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import play
from games.models import Move, Table
from games.play import Position
from tests.games.racing import Racer, cookies, dealt, faults, with_steward


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.LOADING_MS = settings.COUNTDOWN_MS = 0


async def over(positions: list[Position], seconds: float = 60) -> None:
    """Until all those matches have ended."""
    ids = [position.table.pk for position in positions]

    def running() -> bool:
        return Table.objects.filter(pk__in=ids, status=Table.Status.RUNNING).exists()

    async with asyncio.timeout(seconds):
        while await sync_to_async(running)():
            await asyncio.sleep(0.2)


def test_a_person_and_two_bots_race_to_the_end(file_database: Path) -> None:
    position = dealt(1, bots=("random", "greedy"), limit=6, window=1500)

    asyncio.run(with_steward(over([position])))

    ended = play.load(position.table.pk).table
    assert ended.is_over and ended.due_at is None
    assert faults(position) == []
    by = Counter(Move.objects.filter(table=ended).values_list("by", flat=True))
    assert by["bot"] > 0 and by["clock"] > 0


async def crowd(positions: list[Position]) -> list[list[Racer]]:
    """Four socket clients at each table, until every match is over."""
    racers = []
    for position in positions:
        found = await cookies(position)
        racers.append(
            [Racer(position.table.pk, cookie, f"{place}", 0.6) for place, cookie in enumerate(found)]
        )
    everybody = [racer for lot in racers for racer in lot]
    for racer in everybody:
        await racer.enter()
    listening = [asyncio.create_task(racer.listen()) for racer in everybody]
    acting = [asyncio.create_task(racer.race()) for racer in everybody]
    await over(positions, 120)
    await asyncio.sleep(0.5)
    for task in [*listening, *acting]:
        task.cancel()
    await asyncio.gather(*listening, *acting, return_exceptions=True)
    for racer in everybody:
        await racer.leave()
    return racers


def lateness(position: Position) -> list[int]:
    """How much later than due each of the clock's moves was settled, in ms."""
    rows = list(Move.objects.filter(table=position.table).order_by("number"))
    found = []
    for before, row in zip(rows, rows[1:], strict=False):
        if row.by == Move.By.CLOCK:
            due = position.rules.due(position.rules.load(before.state))
            found.append(row.at - due)
    return found


def test_twenty_races_with_four_sockets_each_lose_nothing_and_judge_nothing_twice(file_database: Path) -> None:
    positions = [dealt(4, seed=f"race {number}", limit=12) for number in range(20)]

    racers = asyncio.run(with_steward(crowd(positions)))

    late: list[int] = []
    for position, lot in zip(positions, racers, strict=True):
        assert faults(position) == []
        late += lateness(position)
        keys = Counter(Move.objects.filter(table=position.table, seat__isnull=False).values_list("seat", "key"))
        assert max(keys.values()) == 1
        for seat, racer in enumerate(lot):
            assert racer.answers.keys() == racer.sent.keys()
            assert all(len(answers) == 1 for answers in racer.answers.values())
            stored = {key for owner, key in keys if owner == seat}
            told = {racer.keys[n] for n, (answer,) in racer.answers.items() if "number" in answer}
            assert stored == told
    assert min(late) >= 0
    print("late", median(late), max(late), len(late))
