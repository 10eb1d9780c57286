"""Races on one process: the clock, bots, socket clients, and what is stored of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

from games import boards, play
from games.boards import words
from games.forms import OpenTableForm
from games.models import Move, Seat
from games.play import Position
from games.play import position as positions
from tests.games import tables
from tests.games.racing import Racer, cookies, dealt, faults, with_a_waiting_card, with_steward


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.LOADING_MS = settings.COUNTDOWN_MS = 0


async def over(positions: list[Position], seconds: float = 60) -> None:
    """Until all those matches have ended."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    left = {position.table.pk for position in positions}

    def told(position: Position) -> None:
        if position.table.is_over:
            left.discard(position.table.pk)
            if not left:
                loop.call_soon_threadsafe(ended.set)

    play.committed.append(told)
    try:
        async with asyncio.timeout(seconds):
            await ended.wait()
    finally:
        play.committed.remove(told)


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
            [Racer(position.table.pk, cookie, f"{place}", 1.5) for place, cookie in enumerate(found)]
        )
    everybody = [racer for lot in racers for racer in lot]
    for racer in everybody:
        await racer.enter()
    listening = [asyncio.create_task(racer.listen()) for racer in everybody]
    acting = [asyncio.create_task(racer.race()) for racer in everybody]
    await over(positions, 300)
    for task in acting:
        task.cancel()
    # What was sent is answered, now that the matches are over too.
    async with asyncio.timeout(60):
        for racer in everybody:
            await racer.answered()
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, *acting, return_exceptions=True)
    for racer in everybody:
        await racer.leave()
    return racers


def lateness(position: Position) -> list[int]:
    """How much later than due each of the clock's moves was settled, in ms."""
    rows = list(Move.objects.filter(table=position.table).order_by("number"))
    found = []
    for before, row in pairwise(rows):
        if row.by == Move.By.CLOCK:
            due = position.rules.due(position.rules.load(before.state))
            found.append(row.at - due)
    return found


def test_twenty_races_with_four_sockets_each_lose_nothing_and_judge_nothing_twice(
    file_database: Path,
) -> None:
    positions = [dealt(4, seed=f"race {number}", limit=8) for number in range(20)]

    racers = asyncio.run(with_steward(crowd(positions)))

    late: list[int] = []
    for position, lot in zip(positions, racers, strict=True):
        assert faults(position) == []
        late += lateness(position)
        keys = Counter(
            Move.objects.filter(table=position.table, seat__isnull=False).values_list("seat", "key")
        )
        assert max(keys.values()) == 1
        for seat, racer in enumerate(lot):
            assert racer.answers.keys() == racer.sent.keys()
            assert all(len(answers) == 1 for answers in racer.answers.values())
            stored = {key for owner, key in keys if owner == seat}
            told = {racer.keys[n] for n, (answer,) in racer.answers.items() if "number" in answer}
            assert stored == told
    assert min(late) >= 0, "the clock never moves early"
    assert len(late) > 40


# --- Who has gone, and a steward that was down


def silenced(position: Position, seat: int) -> None:
    long_ago = timezone.now() - timedelta(seconds=21)
    Seat.objects.filter(table=position.table, index=seat).update(last_sign=long_ago)
    positions._newest.pop(position.table.pk, None)


def test_a_seat_without_a_sign_of_life_is_played_by_a_bot_until_its_person_is_back(
    file_database: Path,
) -> None:
    position, _ = with_a_waiting_card()
    assert play.silent(timezone.now()) == []
    silenced(position, 1)

    async def gone_and_back() -> None:
        taken, given = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def told(now: Position) -> None:
            if now.seats[1].stand_in:
                loop.call_soon_threadsafe(taken.set)
            elif taken.is_set():
                loop.call_soon_threadsafe(given.set)

        play.committed.append(told)
        try:
            async with asyncio.timeout(20):
                await taken.wait()
                found = await cookies(position)
                racer = Racer(position.table.pk, found[1], "back")
                await racer.enter()
                listening = asyncio.create_task(racer.listen())
                await given.wait()
                listening.cancel()
                await racer.leave()
        finally:
            play.committed.remove(told)

    asyncio.run(with_steward(gone_and_back()))

    seat = Seat.objects.get(table=position.table, index=1)
    assert not seat.stand_in
    assert seat.lapses == 1
    assert seat.last_sign > timezone.now() - timedelta(seconds=20)


def test_a_steward_that_was_down_makes_the_flip_late_and_does_not_lose_it(file_database: Path) -> None:
    position = dealt(3, limit=1)
    tables.rewound(position.table.pk, 10_000)

    asyncio.run(with_steward(over([position])))

    assert min(lateness(position)) >= 0
    assert lateness(position)[0] >= 9_000
    assert faults(position) == []


# --- Told in words


def test_a_tables_times_are_told_and_filled_in_as_seconds(db: None) -> None:
    rules = {"window": 3000, "pause": 1200}
    assert words.options("stockings", rules) == [
        "a flipped card waits: 3 seconds",
        "the clock flips after: 1.2 s",
    ]
    form = OpenTableForm(
        {"game": "stockings", "seats": "3", "bots": "2", "level": "easy", "pace": "live", "public": "yes"}
        | {"rule_window": "0.75", "rule_pause": ""}
    )
    assert form.is_valid(), form.errors
    assert form.options() == {"window": 750}
    with translation.override("fr"):
        # A no-break space keeps the unit with its number.
        assert words.seconds(1200) == "1,2\xa0s"
        assert "12,34" in words.timing({"received": 12_340, "round_trip": 20, "credited": 900})


@pytest.mark.parametrize(("count", "said"), [(1, "1 <small>card</small>"), (2, "2 <small>cards</small>")])
def test_one_card_is_told_as_one(file_database: Path, count: int, said: str) -> None:
    position = dealt(3)
    state = position.state._replace(hands=(position.state.hands[0][:count], *position.state.hands[1:]))
    position.__dict__["state"] = state
    assert said in boards.board(boards.scene_of(position, 1)).parts["seat-0"]
