"""The diagram in docs/developing.md is correct: the spans of a trace are compared with it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from games.conditional.carrying_out import carry_out
from games.play import commands, departure, phrases, timeouts
from games.play.commands import CommandQueue
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot
from hosting.observability import tracing
from tests.conditional.helpers import give, to_play
from tests.helpers import given
from tests.helpers.not_none import not_none
from tests.helpers.sockets import at_table, quiet, scene

SECOND = timedelta(seconds=1)
DIAGRAM = re.compile(r"^([\w.]+) +->  (.+)$", re.MULTILINE)

pytestmark = pytest.mark.usefixtures("file_database")


def diagram() -> dict[str, list[str]]:
    """Return the way of each entry, and the steps of each way."""
    text = (Path(settings.BASE_DIR) / "docs/developing.md").read_text()
    return {name: [step.strip() for step in steps.split("->")] for name, steps in DIAGRAM.findall(text)}


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.trace_to(SimpleSpanProcessor(exporter))
    yield exporter
    tracing.trace_to(None)


async def by_socket(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    seat = given.awaited(snapshot)
    client = await elsewhere.run(lambda: given.browser(snapshot.seats[seat].user))
    socket = await at_table(snapshot.table.pk, client)
    assert (await socket.move(given.first_legal(snapshot, seat), 0, "k"))["number"] == 1
    await socket.close()


async def by_post(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    seat = given.awaited(snapshot)
    form = given.first_legal(snapshot, seat) | {"key": "k", "seen": "0"}
    client = await elsewhere.run(lambda: given.browser(snapshot.seats[seat].user))
    answer = await elsewhere.run(lambda: client.post(f"/t/{snapshot.table.pk}/move/", form))
    assert answer.status_code == 302


async def by_bot(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    seat = given.awaited(snapshot)
    move = given.first_legal(snapshot, seat)
    await elsewhere.run(lambda: departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id))
    await quiet()
    await elsewhere.run(lambda: given.bot_move(snapshot.table.pk, seat, 0, move))


async def by_host(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    await elsewhere.run(lambda: phrases.say(snapshot.table.pk, snapshot.table.host_id, "hello"))


async def by_clock(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    seat = given.awaited(snapshot)
    with time_machine.travel(not_none(snapshot.seats[seat].deadline) + SECOND):
        await elsewhere.run(lambda: timeouts.time_out(snapshot.table.pk, seat))
        # What is pushed has its times in the same future.
        await quiet()


async def by_conditional_move(snapshot: Snapshot, elsewhere: DatabaseThread) -> None:
    seat = (given.awaited(snapshot) + 1) % 3
    await elsewhere.run(lambda: give(snapshot, seat, to_play(snapshot, seat)))
    await elsewhere.run(lambda: given.step(snapshot))
    await quiet()
    assert await elsewhere.run(lambda: carry_out(snapshot.table.pk, seat))


Entry = Callable[[Snapshot, DatabaseThread], Awaitable[None]]
# tests/realtime/ follows the moves of a race.
ENTRIES: dict[str, Entry] = {
    "socket": by_socket,
    "POST": by_post,
    "bot": by_bot,
    "clock": by_clock,
    "conditional": by_conditional_move,
    "host": by_host,
}
# The spans are named after the functions.
WAYS = {
    commands.play.__qualname__: commands.play.__name__,
    CommandQueue.play_batched.__qualname__: CommandQueue.play_batched.__name__,
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_change_goes_the_road_that_is_drawn(entry: str, spans: InMemorySpanExporter) -> None:
    snapshot = given.running(3)

    async def follow(elsewhere: DatabaseThread) -> None:
        spectator = await at_table(snapshot.table.pk)
        await quiet()
        spans.clear()
        await ENTRIES[entry](snapshot, elsewhere)
        await quiet()
        await spectator.close()

    scene(follow)
    drawn = diagram()
    [way] = drawn[entry]
    steps = [WAYS[way], *drawn[way]]
    of_the_road = {*WAYS.values(), *drawn[way]}
    finished = sorted(spans.get_finished_spans(), key=lambda span: span.start_time or 0)
    assert [span.name for span in finished if span.name in of_the_road][-len(steps) :] == steps


def test_the_diagram_draws_every_entry_and_both_ways() -> None:
    drawn = diagram()
    assert drawn.keys() == {*ENTRIES, "race", *WAYS}
    assert {way for entry, [way, *_] in drawn.items() if entry not in WAYS} == WAYS.keys()
