"""A separate database like the site's, for tests with several threads, sockets or processes."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.creation import TEST_DATABASE_PREFIX

from games.play.database_thread import DatabaseThread
from games.scheduler import loop
from games.sockets.hub import hub

ON_SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


@pytest.fixture(scope="session")
def empty_file(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Path:
    """Make the empty tables once: a copy of those that pytest has migrated, if a test needs them.

    It is made before a test opens its transaction, which would keep SQLite from copying. On PostgreSQL there is no
    such file.
    """
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    if not ON_SQLITE:
        return path
    with django_db_blocker.unblock():
        migrated = connections["default"]
        if migrated.is_in_memory_db():  # type: ignore[attr-defined]
            migrated.ensure_connection()
            with closing(sqlite3.connect(path)) as file:
                migrated.connection.backup(file)
        else:
            _migrate(path)
    return path


def _migrate(path: Path) -> None:
    other = _move_to(path)
    call_command("migrate", verbosity=0, interactive=False)
    with connections["default"].cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _move_back(other)


@pytest.fixture
def file_database(
    empty_file: Path, tmp_path: Path, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Path]:
    """Use a separate database that all threads share, with real commits.

    On SQLite the fixture returns the path of its file. On PostgreSQL it is a copy of the migrated database, and the
    path is where a file would be.
    """
    path = tmp_path / "site.sqlite3"
    copy = _copied_file if ON_SQLITE else _copied_database
    with django_db_blocker.unblock(), copy(empty_file, path) as name:
        other = _move_to(name)
        hub.database = DatabaseThread("sockets")
        # The command queue keeps the thread that it was made with.
        hub._clear()
        yield path
        asyncio.run(_leave())
        loop._running = None
        _move_back(other)


@contextmanager
def _copied_file(empty: Path, path: Path) -> Iterator[str]:
    shutil.copy(empty, path)
    yield str(path)


@contextmanager
def _copied_database(_empty: Path, path: Path) -> Iterator[str]:
    """Copy the database, which PostgreSQL does only while nobody is connected to it."""
    migrated = connections["default"]
    template = str(migrated.settings_dict["NAME"])
    # Another test has to ask for the database, or it isn't made, and this would be the site's own.
    assert template.startswith(TEST_DATABASE_PREFIX), (
        "run these tests together with others that use the database"
    )
    name = f"{template}_{path.parent.name}"[:63]
    # In this order: closing a connection opens the pool again, on this database.
    migrated.close()
    migrated.close_pool()  # type: ignore[attr-defined]
    _run_beside(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    yield name
    connections.close_all()
    # Django keeps one pool for each alias, whatever its database.
    connections["default"].close_pool()  # type: ignore[attr-defined]
    _run_beside(f'DROP DATABASE "{name}" WITH (FORCE)')


def _run_beside(statement: str) -> None:
    """Run a statement on a connection to the maintenance database."""
    with connections["default"]._nodb_cursor() as cursor:
        cursor.execute(statement)


def _move_to(name: Path | str) -> tuple[BaseDatabaseWrapper, str]:
    # The connections of all threads are made from this dictionary.
    default = connections.settings["default"]
    other = connections["default"], str(default["NAME"])
    default["NAME"] = str(name)
    connections["default"] = connections.create_connection("default")
    return other


def _move_back(other: tuple[BaseDatabaseWrapper, str]) -> None:
    connections["default"].close()
    connections["default"], connections.settings["default"]["NAME"] = other


async def _leave() -> None:
    """Close the connections of threads that outlive the test."""
    await hub.database.run(connections.close_all)
    hub.database.stop()
    await sync_to_async(connections.close_all)()
    hub._clear()
    hub.loop = None
