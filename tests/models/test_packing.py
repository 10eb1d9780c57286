"""Moves, events and states are stored packed and read unchanged, including old ones that aren't packed."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from games.models import Move, packing
from games.play.storage import memory
from games.records import audit, export
from games.rules import core, simulation
from games.rules.chance import Stream
from tests.helpers import given
from tests.helpers.own_games import OWN

# Rows refer to these numbers: files of examples are never changed, only added.
EVER = {
    "parade/stored.json": 2828324075,
    "stockings/stored.json": 1667316501,
    "tea_time/stored.json": 1661399998,
    "wonderland/stored.json": 3578246789,
}


def column(move: Move, name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {name} FROM games_move WHERE id = %s", [move.pk])
        return str(cursor.fetchone()[0])


def files() -> dict[str, Path]:
    contents = {}
    for game in OWN:
        for path in Path(apps.get_app_config(game).path).glob("stored*.json"):
            contents[f"{game}/{path.name}"] = path
    return contents


def test_no_file_of_examples_has_changed() -> None:
    texts = {name: packing.written(json.loads(path.read_text())) for name, path in files().items()}
    assert {name: zlib.adler32(text.encode()) for name, text in texts.items()} == EVER


@pytest.mark.parametrize("game", OWN)
def test_a_state_is_a_third_as_long_and_the_same_when_read(game: str) -> None:
    rules = core.game(game)
    state, _setup = core.deal(rules, 4, Stream(simulation.seed_of("packing", 1), [""] * 4), {})
    data = rules.dump(state)
    text = packing.written(data)
    packed = packing.pack(data, text)
    assert packing.unpack(packed) == data
    assert len(packed) < len(text) / 2
    assert b64decode(packed.removeprefix(packing.MARK))[1] & packing.HAS_DICTIONARY


def test_a_state_without_examples_is_read_too_and_one_whose_examples_are_gone_is_told_of() -> None:
    other: dict[str, Any] = {"cards": ["one", "two"] * 40}
    assert packing.unpack(packing.pack(other, packing.written(other))) == other
    packer = zlib.compressobj(zdict=b"examples of a game that is not here")
    gone = b64encode(packer.compress(b"{}") + packer.flush()).decode()
    with pytest.raises(LookupError, match="is the game in GAMES"):
        packing.unpack(gone)


@pytest.mark.django_db
def test_every_row_of_a_match_is_read_as_it_was_written() -> None:
    snapshot = given.finished(4)
    rows = export.rows_of(snapshot.table)
    assert list(audit.faults(snapshot.table, snapshot.seats, rows)) == []
    stored = [sum(len(column(row, name)) for name in ("move", "events", "state")) for row in rows]
    plain = [sum(len(json.dumps(field)) for field in (row.move, row.events, row.state)) for row in rows]
    assert sum(stored) < sum(plain) / 2


@pytest.mark.django_db
def test_a_match_from_before_states_were_packed_goes_on() -> None:
    snapshot = given.step(given.running(2)).snapshot
    with connection.cursor() as cursor:
        for row in export.rows_of(snapshot.table):
            plain = [json.dumps(field) for field in (row.move, row.events, row.state)]
            cursor.execute(
                "UPDATE games_move SET move = %s, events = %s, state = %s WHERE id = %s", [*plain, row.pk]
            )
            assert json.loads(column(row, "state")) == row.state
    memory.forget(snapshot.table.pk)
    after = given.step(snapshot).snapshot
    assert after.table.number == 2
    assert list(audit.faults(after.table, after.seats, export.rows_of(after.table)))[:-1] == []


@pytest.mark.django_db
def test_a_long_key_is_stored_short_and_is_known_again() -> None:
    snapshot = given.running(2)
    seat = snapshot.seats[given.awaited(snapshot)]
    move, key = given.first_legal(snapshot, seat.index), "0f8fad5b-d9cb-469f-a165-70867728950e"
    first = given.submit(snapshot.table.pk, seat.user_id, move, key=key, seen=0)
    assert given.submit(snapshot.table.pk, seat.user_id, move, key=key, seen=0).number == first.number
    row = Move.objects.get(table=snapshot.table, number=first.number)
    assert len(row.key) == 11
    Move.objects.filter(pk=row.pk).update(key=key)
    assert given.submit(snapshot.table.pk, seat.user_id, move, key=key, seen=0).number == first.number
