"""A database in a file, as the site has it: for tests in which several threads or sockets take part."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.scheduler import loop
from games.sockets.hub import hub
from games.tables.threads import DatabaseThread


@pytest.fixture(scope="session")
def empty_file(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Path:
    """The tables without a row, made once: a copy of those that pytest has migrated, if a test here needed them."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
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
def file_database(empty_file: Path, tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """A database of the test's own: every thread finds it, and commits are commits."""
    path = tmp_path / "site.sqlite3"
    shutil.copy(empty_file, path)
    with django_db_blocker.unblock():
        other = _move_to(path)
        hub.database = DatabaseThread("sockets")
        yield path
        asyncio.run(_leave())
        loop._running = None
        _move_back(other)


def _move_to(path: Path) -> tuple[BaseDatabaseWrapper, str]:
    # All threads' connections are made from this one dictionary.
    settings = connections.settings["default"]
    other = connections["default"], str(settings["NAME"])
    settings["NAME"] = str(path)
    connections["default"] = connections.create_connection("default")
    return other


def _move_back(other: tuple[BaseDatabaseWrapper, str]) -> None:
    connections["default"].close()
    connections["default"], connections.settings["default"]["NAME"] = other


async def _leave() -> None:
    """Threads that outlive the test must not keep its database."""
    await hub.database.run(connections.close_all)
    hub.database.stop()
    await sync_to_async(connections.close_all)()
    hub._clear()
    hub.loop = None
