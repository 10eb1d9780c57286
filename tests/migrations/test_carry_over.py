"""A database filled by the site's first version is migrated with all its rows."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps as now
from django.db import connections, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from scripts.cluster import postgres
from tests.migrations.filled import FIRST_VERSION, KINDS, Filler

ALIAS = "first_version"
# The new names of models. All others have kept theirs.
MODELS = {"Notice": "Notification", "StandingOrder": "ConditionalMove", "Remark": "Phrase"}
FIELDS = {
    "Notice": {"sorted_at": "fanned_out_at"},
    "Delivery": {"notice_id": "notification_id", "message": "message_id"},
    "StandingOrder": {"order": "content"},
    "Remark": {"phrase": "code"},
    "Table": {"words": "stream_position"},
    "Seat": {
        "muted": "phrases_hidden",
        "silent": "notifications_off",
        "looked_at": "present_at",
        "last_sign": "heartbeat_at",
    },
}
# Rows that our code doesn't write.
OTHERS = {"User_groups", "User_user_permissions"}
Row = dict[str, Any]
Rows = dict[str, list[Row]]


@contextmanager
def connected(**settings: Any) -> Iterator[None]:
    connections.settings[ALIAS] = connections.settings["default"] | settings
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.settings[ALIAS]


@contextmanager
def on_sqlite(folder: Path) -> Iterator[None]:
    with connected(NAME=str(folder / "old.sqlite3")):
        yield


@contextmanager
def on_postgresql(_folder: Path) -> Iterator[None]:
    # Not pytest's own folder: PostgreSQL runs as another user, and its socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="unbirthday-old-"))
    server = postgres.server(folder / "pg")
    where = {"HOST": str(server.get_postmaster_info().socket_dir), "USER": "postgres", "NAME": "postgres"}
    try:
        with connected(ENGINE="django.db.backends.postgresql", OPTIONS={}, CONN_MAX_AGE=0, **where):
            yield
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def migrate(targets: list[Any] | None = None) -> None:
    """Migrate to these, or to the newest."""
    executor = MigrationExecutor(connections[ALIAS])
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


@cache
def first_models() -> StateApps:
    """Return the models of the first version."""
    return MigrationExecutor(connections[ALIAS]).loader.project_state(FIRST_VERSION).apps


def rows(apps: Any) -> Rows:
    """Return the rows by model, in the order in which they were written, with their values by attribute."""
    rows_by_model = {}
    for app in ("games", "accounts"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            if model.__name__ not in OTHERS:
                rows_by_model[model.__name__] = _rows_of(model)
    return rows_by_model


def _rows_of(model: type[models.Model]) -> list[Row]:
    return list(model._base_manager.using(ALIAS).order_by("pk").values())


def expected(old: Rows) -> Rows:
    """Return the old rows as they must be after the migration."""
    new: Rows = {}
    for model, old_rows in old.items():
        names = FIELDS.get(model, {})
        new[MODELS.get(model, model)] = [{names.get(key, key): row[key] for key in row} for row in old_rows]
    for table in new["Table"]:
        table["pace"] = "live" if table.pop("live") else "days"
        table |= {"hints": False, "guide": "", "begun_from": None, "deal": None}
    # These weren't recorded.
    unknown = {"left_at": None, "ready_at": None, "salt_by": "", "usual_ms": None, "best_ms": None, "claims": None, "mark": ""}
    unknown["put_aside_at"] = None
    new["Seat"] = [row | unknown for row in new["Seat"]]
    new["User"] = [row | {"browser": None, "browser_zone": ""} for row in new["User"]]
    ended = {table["id"]: table["ended_at"] for table in new["Table"]}
    for seat in new["Seat"]:
        seat["ended_at"] = ended[seat["table_id"]]
    phrases = new.pop("Phrase")
    new["Phrase"] = [row for row in phrases if row["code"] not in KINDS]
    events = [row | {"kind": row["code"]} for row in phrases if row["code"] in KINDS]
    new["SeatEvent"] = [{key: row[key] for key in ("table_id", "seat", "kind", "at")} for row in events]
    return new


def filled() -> Rows:
    """Return the rows of the first version, in its own tables."""
    migrate(FIRST_VERSION)
    Filler(first_models(), ALIAS).fill()
    moves = rows(first_models())
    assert [model for model, model_rows in moves.items() if not model_rows] == [], (
        "there is something of each to carry over"
    )
    return moves


@pytest.mark.parametrize("database", [on_sqlite, on_postgresql], ids=["SQLite", "PostgreSQL"])
def test_every_row_is_found_by_the_site_as_it_is_now(
    database: Any, tmp_path: Path, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), database(tmp_path):
        old = filled()
        migrate()
        moves = rows(now)
        for event in moves["SeatEvent"]:
            del event["id"]
        check_the_results(moves)
        for model, wanted in expected(old).items():
            assert moves[model] == wanted, model
        check_that_it_goes_on(old)


def check_the_results(new_rows: Rows) -> None:
    """Check the results of the two finished matches: Ada has won both and Ben has resigned both; one was public."""
    counted = [(row["user_id"], row["public"], row["played"], row["won"]) for row in new_rows["Results"]]
    ada, ben = (row["id"] for row in new_rows["User"][:2])
    assert sorted(counted) == [(ada, False, 1, 1), (ada, True, 1, 1), (ben, False, 1, 0), (ben, True, 1, 0)]


def check_that_it_goes_on(old: Rows) -> None:
    """Check that the counters of the keys, the constraints and the indexes were migrated, too."""
    phrases, events = (now.get_model("games", name).objects.using(ALIAS) for name in ("Phrase", "SeatEvent"))
    newest = max(row["id"] for row in old["Remark"])
    assert phrases.create(table_id="table002", seat=0, code="hello").pk > newest
    last = events.last()
    assert events.create(table_id="table002", seat=0, kind="is_back").pk > last.pk
    for model in now.get_app_config("games").get_models():
        named = {part.name for part in (*model._meta.constraints, *model._meta.indexes)}
        assert named <= _names_of(model), model


def _names_of(model: type[models.Model]) -> set[str]:
    connection = connections[ALIAS]
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, model._meta.db_table))


def test_the_way_back_is_open(tmp_path: Path, django_db_blocker: Any) -> None:
    def by_time(remarks: list[Row]) -> list[Row]:
        bare = [{key: row[key] for key in row if key != "id"} for row in remarks]
        return sorted(bare, key=lambda row: (row["table_id"], row["at"]))

    with django_db_blocker.unblock(), on_sqlite(tmp_path):
        old = filled()
        migrate([("games", "0009_pace"), FIRST_VERSION[1]])
        migrate(FIRST_VERSION)
        moves = rows(first_models())
    assert by_time(moves.pop("Remark")) == by_time(old.pop("Remark"))
    assert moves == old
