"""Spans for OpenTelemetry contain the intended facts about requests, moves and the scheduler's work, and nothing
else."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator

import pytest
from django.test import Client
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from config.environment import WrongSetting
from games.play.database_thread import DatabaseThread
from games.scheduler.loop import Scheduler
from hosting.observability import metrics, tracing
from tests.helpers.given import awaited, browser, finished, first_legal, person, running
from tests.helpers.not_none import not_none
from tests.helpers.sockets import at_table, quiet, scene
from tests.hosting.conftest import Alone
from tests.scheduler.test_scheduler import against_bots, overdue, rounds

Spans = InMemorySpanExporter


@pytest.fixture
def all_spans() -> Iterator[Spans]:
    exporter = InMemorySpanExporter()
    tracing.trace_to(SimpleSpanProcessor(exporter))
    yield exporter
    tracing.trace_to(None)


def named(all_spans: Spans, name: str) -> ReadableSpan:
    return next(span for span in reversed(all_spans.get_finished_spans()) if span.name == name)


def parents(all_spans: Spans, name: str) -> list[str]:
    """Return the names of the parents of the last span of that name, outermost first."""
    spans = {span.context.span_id: span for span in all_spans.get_finished_spans()}
    names, parent = [name], named(all_spans, name).parent
    while parent is not None:
        names.insert(0, spans[parent.span_id].name)
        parent = spans[parent.span_id].parent
    return names


def written(all_spans: Spans) -> str:
    return "\n".join(span.to_json() for span in all_spans.get_finished_spans())


@pytest.mark.usefixtures("file_database")
def test_a_move_is_judged_stored_and_pushed_within_one_span_that_names_its_table(all_spans: Spans) -> None:
    snapshot = running(seed="a seed that nobody knows")
    seat = awaited(snapshot)
    client = browser(snapshot.seats[seat].user)
    all_spans.clear()

    async def play_it(elsewhere: DatabaseThread) -> None:
        socket = await at_table(snapshot.table.pk, client)
        move = first_legal(snapshot, seat)
        assert await socket.move(move, 0, "the-key-of-a-move") == {"n": 1, "number": 1}
        await quiet()
        await socket.close()

    scene(play_it)
    for name in ("execute", "save", "publish"):
        assert parents(all_spans, name) == ["move", "play_batched", name]
    assert parents(all_spans, "render")[-3:] == ["publish", "push", "render"]
    assert {
        not_none(named(all_spans, name).attributes)["table"] for name in ("move", "execute", "publish")
    } == {snapshot.table.pk}
    secrets = [
        "a seed",
        "the-key",
        client.cookies["sessionid"].value,
        *map(str, not_none(snapshot.row).move.get("deck", ())),
    ]
    secrets += [seat.name for seat in snapshot.seats] + ["red-", "green-", "blue-"]
    assert [secret for secret in secrets if secret in written(all_spans)] == []


@pytest.mark.django_db
def test_a_request_is_told_by_the_pattern_of_its_address(all_spans: Spans, client: Client) -> None:
    snapshot = finished()
    all_spans.clear()
    client.get(f"/t/{snapshot.table.pk}/?secret=word")
    client.get(f"/i/{snapshot.table.invite}/")
    page, invited = all_spans.get_finished_spans()
    assert page.name == "GET t/<str:table>/"
    assert {
        "status": 200,
        "table": snapshot.table.pk,
        "route": "t/<str:table>/",
    }.items() <= not_none(page.attributes).items()
    assert invited.name.startswith("GET i/<")
    assert not any(secret in written(all_spans) for secret in ("secret", "word", snapshot.table.invite))


@pytest.mark.usefixtures("file_database")
def test_the_schedulers_work_is_told_and_what_its_bots_think_and_play(all_spans: Spans) -> None:
    snapshot = against_bots()
    overdue(snapshot)
    all_spans.clear()
    asyncio.run(_rounds())
    assert parents(all_spans, "think")[0] == parents(all_spans, "execute")[0] == "scheduler's round"
    assert not_none(named(all_spans, "execute").attributes)["table"] == snapshot.table.pk


async def _rounds() -> None:
    scheduler = Scheduler()
    with metrics.scheduling():
        await rounds([scheduler], 1)


def test_nothing_is_told_but_what_is_named_and_of_an_error_its_name_alone(all_spans: Spans) -> None:
    with (
        pytest.raises(ValueError),
        tracing.span("work", table="abcd2345", seed="hidden", view={"hand": "hidden"}),
    ):
        raise ValueError("hidden")
    span = named(all_spans, "work")
    assert dict(span.attributes or {}) | {"request": ""} == {"request": ""} | {
        "table": "abcd2345",
        "error.type": "ValueError",
    }
    assert int(str(span.resource.attributes["process.pid"])) > 0
    assert "hidden" not in json.dumps(span.to_json())


def test_refusals_are_told_by_their_code(all_spans: Spans, db: None) -> None:
    from games.boards.fields import Form
    from games.rules.core import Refused
    from games.sockets import submit_form

    with pytest.raises(Refused):
        submit_form(running().table.pk, person("Nobody").pk, Form({"seen": ["x"]}))
    assert not_none(named(all_spans, "move").attributes)["error.type"] == "malformed"


def test_an_address_that_is_none_is_told_in_one_sentence() -> None:
    with pytest.raises(
        WrongSetting, match=r"^TRACES_URL is 'localhost:4318': set it to an address such as http"
    ):
        tracing.start("localhost:4318")


def test_a_missing_package_is_named_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace.export", None)
    with pytest.raises(
        WrongSetting, match=r"^TRACES_URL is set: pip install -r requirements-tracing.txt, or"
    ):
        tracing.start("http://localhost:4318/v1/traces")


def test_without_an_address_nothing_is_told_and_nothing_of_it_is_loaded(alone: Alone) -> None:
    code = (
        "import sys, config.asgi; from hosting.observability import tracing; tracing.start('');"
        " print(tracing.here(), *sys.modules)"
    )
    nothing, *loaded = alone.manage("shell", "-v0", "-c", code).stdout.split()
    assert nothing == "None"
    assert not {"opentelemetry", "redis"} & set(loaded)
