"""The databases' own ways of copying themselves, and of taking a copy back: SQLite's backup, pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections, transaction
from psycopg.conninfo import make_conninfo

from hosting.backups.archive import Unusable

ASIDE = "before_restore_"
# How often to look for connections of others, ten times a second.
LOOKS = 20
# What Django and its pool understand, and the server's library does not.
NOT_LIBPQ = ("pool", "isolation_level", "assume_role", "server_side_binding", "prepare_threshold")


def copy_sqlite(target: Path) -> None:
    """One moment of the database; writers go on meanwhile."""
    source = f"file:{settings.DATABASES['default']['NAME']}?mode=ro"
    with closing(sqlite3.connect(source, uri=True)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    refuse_damaged(target)


def refuse_damaged(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            said = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said != "ok":
        raise Unusable(f"The copy of the database is damaged ({said}): take another backup.")


def put_sqlite(copy: Path) -> str:
    """The copy becomes the database; the file that is now the one that was there, or nothing."""
    refuse_damaged(copy)
    connections.close_all()
    target = Path(settings.DATABASES["default"]["NAME"])
    aside: Path | str = ""
    if target.exists() and target.stat().st_size:
        with closing(sqlite3.connect(target)) as old:
            # All of it into one file, so that nothing of it is found beside the new one.
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.execute("PRAGMA journal_mode=DELETE")
        aside = target.with_name(f"{target.name}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S}")
        target.replace(aside)
    shutil.copyfile(copy, target)
    target.chmod(0o600)
    return str(aside)


def dump_postgresql(target: Path) -> None:
    aside = f"--exclude-schema={ASIDE}*"
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", aside, f"--file={target}")


def put_postgresql(copy: Path) -> str:
    """The copy's tables become the database's; the schema in which those are that were there. All or nothing."""
    _refuse_others()
    aside = f"{ASIDE}{datetime.now(UTC):%Y%m%dt%H%M%S}"
    _execute(f"ALTER SCHEMA public RENAME TO {aside}", "CREATE SCHEMA public")
    connections.close_all()
    try:
        _run(
            "pg_restore",
            "--no-owner",
            "--no-privileges",
            "--single-transaction",
            "--exit-on-error",
            str(copy),
        )
    except Unusable:
        _execute("DROP SCHEMA public CASCADE", f"ALTER SCHEMA {aside} RENAME TO public")
        raise
    return f"the schema {aside}"


def _execute(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _refuse_others() -> None:
    # A connection that is closed is still there for a moment.
    for _ in range(LOOKS):
        if not (others := _others()):
            return
        time.sleep(0.1)
    raise Unusable(f"{others} connections use the database: stop the site first, all its processes.")


def _others() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def _run(program: str, *words: str) -> None:
    """Its password is in the environment: the words of a running program may be read by everybody."""
    if not shutil.which(program):
        raise Unusable(
            f"There is no {program} here: install PostgreSQL's client (Debian, Ubuntu: postgresql-client)."
        )
    given: dict[str, Any] = connection.get_connection_params()
    known = {
        key: value for key, value in given.items() if key not in (*NOT_LIBPQ, "context", "cursor_factory")
    }
    password = known.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    where = make_conninfo(**known)
    done = subprocess.run(
        [program, f"--dbname={where}", *words], env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise Unusable(f"{program} could not do it: {' '.join(done.stderr.split())[-400:]}")
