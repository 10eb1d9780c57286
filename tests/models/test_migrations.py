"""Databases filled by earlier versions are migrated to today's models with all rows."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.models import Block, Friend, NotificationPreferences, PushSubscription, Vacation, Webhook
from scripts.cluster import postgres
from tests.helpers.not_none import not_none

ALIAS = "old"
# The last migrations of version 1.0, when friends, vacations and the like belonged to accounts.
BEFORE = [("accounts", "0003_vacation_from_the_press"), ("games", "0006_indexes_for_the_post")]
OTHERS = ["contenttypes", "auth", "admin"]
THEN = datetime(2026, 11, 2, 8, 30, tzinfo=UTC)
ROWS: dict[str, dict[str, Any]] = {
    "Block": {"since": THEN},
    "Friend": {"since": THEN},
    "NotificationPreferences": {"channels": {"your_turn": ["push"]}, "rhythm": "daily", "daily_at": 7},
    "PushSubscription": {"endpoint": "https://push.example/1", "endpoint_hash": "1" * 64, "p256dh": "p"},
    "Vacation": {"first": date(2026, 11, 2), "last": date(2026, 11, 5), "begun_at": THEN},
    "Webhook": {"url": "https://hook.example/", "secret": "s", "failures": 3, "disabled_at": THEN},
}
MODELS = [Block, Friend, NotificationPreferences, PushSubscription, Vacation, Webhook]


@dataclass
class Filled:
    """The contents of a database before the migration: the two members' keys, and the only row of each table."""

    ada: int
    ben: int
    rows: dict[str, dict[str, Any]]


@contextmanager
def postgresql() -> Iterator[dict[str, Any]]:
    """Return the settings of a server's own database."""
    # Not pytest's own folder: the server runs as another user, and its socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="unbirthday-models-"))
    server = postgres.server(folder / "pg")
    try:
        host = str(server.get_postmaster_info().socket_dir)
        yield {"NAME": "postgres", "USER": "postgres", "HOST": host}
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def sqlite3() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        yield {"NAME": f"{folder}/old.sqlite3"}


@pytest.fixture(scope="module", params=[sqlite3, postgresql])
def migrated(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[Filled]:
    """A database made and filled by version 1.0, migrated to today's models."""
    with request.param() as where, django_db_blocker.unblock():
        engine = f"django.db.backends.{request.param.__name__}"
        connections.settings[ALIAS] = (
            connections.settings["default"] | {"ENGINE": engine, "OPTIONS": {}} | where
        )
        try:
            for target in [*((app,) for app in OTHERS), *BEFORE]:
                call_command("migrate", *target, database=ALIAS, verbosity=0)
            filled = fill(MigrationExecutor(connections[ALIAS]).loader.project_state(BEFORE).apps)
            call_command("migrate", database=ALIAS, verbosity=0)
            yield filled
        finally:
            connections[ALIAS].close()
            del connections[ALIAS], connections.settings[ALIAS]


@pytest.fixture
def filled(migrated: Filled) -> Iterator[Filled]:
    """The same for every test, whatever the previous one has written."""
    with transaction.atomic(using=ALIAS):
        yield migrated
        transaction.set_rollback(True, using=ALIAS)


def fill(old: StateApps) -> Filled:
    """Write two members, a row of one of them in every table that moves, a permission, and a line of the admin's
    log."""
    people = old.get_model("accounts", "User").objects.using(ALIAS)
    ada, ben = (people.create(username=name, name_key=name.lower()) for name in ("Ada", "Ben"))
    others = {"Block": {"blocked": ben}, "Friend": {"friend": ben}}
    for name, values in ROWS.items():
        model = old.get_model("accounts", name).objects.using(ALIAS)
        model.create(user=ada, **values, **others.get(name, {}))
    friends = ContentType.objects.using(ALIAS).get(app_label="accounts", model="friend")
    granted = Permission.objects.using(ALIAS).get(content_type=friends, codename="add_friend")
    User.user_permissions.through.objects.using(ALIAS).create(user_id=ada.pk, permission_id=granted.pk)
    LogEntry.objects.using(ALIAS).create(user_id=ada.pk, content_type=friends, object_id="1", action_flag=1)
    rows = {name: old.get_model("accounts", name).objects.using(ALIAS).values().get() for name in ROWS}
    return Filled(ada.pk, ben.pk, rows)


def test_friends_and_notifications_move_to_games_with_every_row(filled: Filled) -> None:
    assert all(filled.rows[name].items() >= ROWS[name].items() for name in ROWS)
    assert {
        model.__name__: model._default_manager.using(ALIAS).values().get() for model in MODELS
    } == filled.rows
    person = User.objects.using(ALIAS).get(pk=filled.ada)
    assert person.friends.get().friend_id == person.blocks.get().blocked_id == filled.ben
    tables = connections[ALIAS].introspection.table_names()
    assert sorted(name for name in tables if name.startswith("accounts_")) == [
        "accounts_user",
        "accounts_user_groups",
        "accounts_user_user_permissions",
    ]


def test_the_tables_go_on_being_written(filled: Filled) -> None:
    new = Friend.objects.using(ALIAS).create(user_id=filled.ben, friend_id=filled.ada)
    assert new.pk > Friend.objects.using(ALIAS).get(user_id=filled.ada).pk
    User.objects.using(ALIAS).get(pk=filled.ada).delete()
    assert [model._default_manager.using(ALIAS).count() for model in MODELS] == [0] * len(MODELS)


def test_content_types_permissions_and_the_admins_log_move_too(filled: Filled) -> None:
    kinds = sorted(name.lower() for name in ROWS)
    types = ContentType.objects.using(ALIAS).filter(model__in=kinds)
    assert sorted(types.values_list("app_label", "model")) == [("games", kind) for kind in kinds]
    assert User.objects.using(ALIAS).get(pk=filled.ada).get_user_permissions() == {"games.add_friend"}
    assert not_none(LogEntry.objects.using(ALIAS).get().content_type).app_label == "games"
    assert Permission.objects.using(ALIAS).filter(codename="add_friend").count() == 1
