"""Match records to import, and the site's answers."""

from __future__ import annotations

import json
from functools import cache
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from games import boards
from games.models import Move, Seat, Table
from games.records import export, importing
from games.rules import simulation
from tests.helpers.given import browser, person

Record = dict[str, Any]
every_game = pytest.mark.parametrize("game", boards.games())


@cache
def _simulated(game: str, seats: int) -> str:
    return json.dumps(next(simulation.matches(game, ["easy"] * seats, 1, f"import {game}")))


def simulated(game: str = "parade", seats: int = 3) -> Record:
    record: Record = json.loads(_simulated(game, seats))
    return record


def sent(document: Any) -> bytes:
    return document if isinstance(document, bytes) else json.dumps(document).encode()


def imported(document: Any, name: str = "Ada") -> Table:
    return importing.store(importing.judge(sent(document)), person(name))


def hand_in(client: Client, document: Any) -> Any:
    file = SimpleUploadedFile("match.json", sent(document), "application/json")
    return client.post("/import/", {"file": file})


def exported(table: Table) -> Record:
    seats = list(table.seats.order_by("index"))
    record: Record = json.loads(json.dumps(export.export(table, seats, export.rows_of(table), None)))
    return record


def audited(table: Table) -> str:
    out = StringIO()
    call_command("audit", table.pk, stdout=out)
    return out.getvalue()


def refusal(response: Any) -> str:
    """Return the one sentence that the page says."""
    page = response.content.decode()
    notes = page.split('role="alert">')[1:]
    assert len(notes) == 1
    return unescape(notes[0].split("<")[0])


def refused(document: Any) -> tuple[int, str]:
    """Return the status and the sentence. Nothing must be stored."""
    response = hand_in(browser(person("Ada")), document)
    assert [Table.objects.count(), Seat.objects.count(), Move.objects.count()] == [0, 0, 0]
    return response.status_code, refusal(response)
