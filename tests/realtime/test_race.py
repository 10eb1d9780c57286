"""Races in one process: the clock, bots, socket clients, and what is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation

from games import boards
from games.boards import texts, times
from games.forms.tables import OpenTableForm
from games.models import Move, Seat, Table
from games.play import real_time, storage
from games.play.keys import stored_key
from games.play.real_time import absent_seats
from games.play.snapshot import Snapshot
from games.play.storage import memory
from games.rules import core
from tests.helpers import given
from tests.helpers.not_none import not_none
from tests.helpers.racing import Racer, cookies, dealt, faults, with_a_waiting_card, with_scheduler
from tests.helpers.sockets import PATIENCE

pytestmark = pytest.mark.usefixtures("at_once")


async def over(snapshots: list[Snapshot], seconds: float = 60) -> None:
    """Wait until all those matches have ended, which some may have done already."""
    loop, is_over = asyncio.get_running_loop(), asyncio.Event()
    matches = Table.objects.filter(pk__in=[snapshot.table.pk for snapshot in snapshots])

    def tell(snapshot: Snapshot) -> None:
        if snapshot.table.is_over:
            loop.call_soon_threadsafe(is_over.set)

    storage.listeners.append(tell)
    try:
        async with asyncio.timeout(seconds):
            while await sync_to_async(matches.exclude(status=Table.Status.OVER).exists)():
                await is_over.wait()
                is_over.clear()
    finally:
        storage.listeners.remove(tell)


def test_a_person_and_two_bots_race_to_the_end(file_database: Path) -> None:
    snapshot = dealt(1, bots=("random", "greedy"), limit=6, window=1500)

    asyncio.run(with_scheduler(over([snapshot])))

    ended = storage.load(snapshot.table.pk).table
    assert ended.is_over and ended.due_at is None
    assert faults(snapshot) == []
    by = Counter(Move.objects.filter(table=ended).values_list("by", flat=True))
    assert by["bot"] > 0 and by["clock"] > 0


async def crowd(snapshots: list[Snapshot]) -> list[list[Racer]]:
    """Play with four socket clients at each table until every match is over."""
    racers = []
    for snapshot in snapshots:
        clients = await cookies(snapshot)
        racers.append(
            [Racer(snapshot.table.pk, cookie, f"{place}", 1.5) for place, cookie in enumerate(clients)]
        )
    everybody = [racer for lot in racers for racer in lot]
    listening = []
    for racer in everybody:
        await racer.enter()
        listening.append(asyncio.create_task(racer.listen()))
    for snapshot in snapshots:
        for person in snapshot.people:
            await sync_to_async(real_time.be_ready)(snapshot.table.pk, person)
    acting = [asyncio.create_task(racer.race()) for racer in everybody]
    await over(snapshots, 300)
    for task in acting:
        task.cancel()
    # Everything sent is answered, after the end of the matches too.
    async with asyncio.timeout(60):
        for racer in everybody:
            await racer.answered()
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, *acting, return_exceptions=True)
    for racer in everybody:
        await racer.leave()
    return racers


def lateness(snapshot: Snapshot) -> list[int]:
    """Return how late each move of the clock was settled, in ms."""
    rows = list(Move.objects.filter(table=snapshot.table).order_by("number"))
    delays = []
    for before, row in pairwise(rows):
        if row.by == Move.By.CLOCK:
            rules = cast(core.RealTimeGame, snapshot.rules)
            due = rules.due(rules.load(before.state))
            delays.append(row.at - not_none(due))
    return delays


def test_twenty_races_with_four_sockets_each_lose_nothing_and_judge_nothing_twice(
    file_database: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No bot replaces a person whose page a slow machine hasn't served within 20 s.
    monkeypatch.setattr(real_time, "ABSENT_AFTER", timedelta(hours=1))
    # Each begins when its four people are ready.
    settings.READY_MS = 3_600_000
    # Four people have twenty pages each, which answer pings at once.
    settings.MESSAGES_PER_PERSON = 0
    snapshots = [dealt(4, seed=f"race {number}", limit=8) for number in range(20)]

    racers = asyncio.run(with_scheduler(crowd(snapshots)))

    late: list[int] = []
    claims: Counter[str] = Counter()
    for snapshot, lot in zip(snapshots, racers, strict=True):
        assert faults(snapshot) == []
        late += lateness(snapshot)
        keys = Counter(
            Move.objects.filter(table=snapshot.table, seat__isnull=False).values_list("seat", "key")
        )
        # At a table of a busy machine the clock may be the only one to move.
        assert set(keys.values()) <= {1}
        claims[snapshot.table.pk] = len(keys)
        for seat, racer in enumerate(lot):
            assert racer.answers.keys() == racer.sent.keys()
            assert all(len(answers) == 1 for answers in racer.answers.values())
            stored = {key for owner, key in keys if owner == seat}
            acknowledged = {
                stored_key(racer.keys[n]) for n, (answer,) in racer.answers.items() if "number" in answer
            }
            assert stored == acknowledged
    assert min(late) >= 0, "the clock never moves early"
    assert len(late) > 40
    assert claims.total() > 20


# --- Who has gone, and a scheduler that was down


def silenced(snapshot: Snapshot, seat: int) -> None:
    long_ago = timezone.now() - timedelta(seconds=21)
    Seat.objects.filter(table=snapshot.table, index=seat).update(heartbeat_at=long_ago)
    memory.forget(snapshot.table.pk)


def test_a_seat_without_a_sign_of_life_is_played_by_a_bot_until_its_person_is_back(
    file_database: Path,
) -> None:
    snapshot, _ = with_a_waiting_card()
    assert absent_seats(timezone.now()) == []
    silenced(snapshot, 1)

    async def gone_and_back() -> None:
        taken, given = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def on_push(now: Snapshot) -> None:
            if now.table.pk != snapshot.table.pk:
                # From a deal that didn't suit; its clock runs, too.
                return
            if now.seats[1].stand_in:
                loop.call_soon_threadsafe(taken.set)
            elif taken.is_set():
                loop.call_soon_threadsafe(given.set)

        storage.listeners.append(on_push)
        try:
            async with asyncio.timeout(PATIENCE):
                await taken.wait()
                clients = await cookies(snapshot)
                racer = Racer(snapshot.table.pk, clients[1], "back")
                await racer.enter()
                listening = asyncio.create_task(racer.listen())
                await given.wait()
                listening.cancel()
                await racer.leave()
        finally:
            storage.listeners.remove(on_push)

    asyncio.run(with_scheduler(gone_and_back()))

    seat = Seat.objects.get(table=snapshot.table, index=1)
    assert not seat.stand_in
    assert seat.lapses == 1
    assert not_none(seat.heartbeat_at) > timezone.now() - timedelta(seconds=20)


def test_a_scheduler_that_was_down_makes_the_flip_late_and_does_not_lose_it(file_database: Path) -> None:
    snapshot = dealt(3, limit=1)
    given.rewound(snapshot.table.pk, 10_000)

    asyncio.run(with_scheduler(over([snapshot])))

    assert min(lateness(snapshot)) >= 0
    assert lateness(snapshot)[0] >= 9_000
    assert faults(snapshot) == []


# --- Told in words


def test_a_tables_times_are_told_and_filled_in_as_seconds(db: None) -> None:
    rules = {"window": 3000, "pause": 1200, "limit": 400}
    assert texts.options("stockings", rules) == [
        "a flipped card waits 3 seconds",
        "the clock flips after 1.2 s",
        "the match ends after 400 flips",
    ]
    form = OpenTableForm(
        {"game": "stockings", "seats": "3", "bots": "2", "level": "easy", "pace": "live", "public": "yes"}
        | {"rule_window": "0.75", "rule_pause": ""}
    )
    assert form.is_valid(), form.errors
    assert form.options() == {"window": 750}
    with translation.override("fr"):
        # A no-break space keeps the unit with its number.
        assert texts.seconds(1200) == "1,2\xa0s"
        assert "12,34" in times.timing({"received": 12_340, "round_trip": 20, "credited": 900})


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 <small>card</small>"), (2, "2 <small>cards</small>")])
def test_one_card_is_told_as_one(file_database: Path, count: int, sentence: str) -> None:
    people = dealt(3).people
    table = Table.objects.get().pk
    snapshot = [real_time.be_ready(table, person) for person in people][-1]
    state = snapshot.state._replace(hands=(snapshot.state.hands[0][:count], *snapshot.state.hands[1:]))
    snapshot.__dict__["state"] = state
    assert sentence in boards.board(boards.scene_of(snapshot, 1)).drawn["seat-0"]
