"""The databases' own tools for copies: SQLite's backup API, pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import ProgrammingError, connection, connections, transaction
from psycopg.conninfo import make_conninfo

from hosting.backups.archive import Unusable

ASIDE = "before_restore_"
DAMAGED = "The database {file} is damaged ({fault}): stop the site and restore a backup (manage.py restore)."
# The number of checks for other connections, ten a second.
LOOKS = 20
# Options of Django and its pool that libpq does not know.
NOT_LIBPQ = ("pool", "isolation_level", "assume_role", "server_side_binding", "prepare_threshold")


def copy_sqlite(target: Path) -> None:
    """Copy the database as of one moment. Writers are not held up."""
    file = settings.DATABASES["default"]["NAME"]
    try:
        with (
            closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as live,
            closing(sqlite3.connect(target)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if fault := fault_of(Path(file)):
            raise Unusable(DAMAGED.format(file=file, fault=fault)) from None
        raise Unusable(
            f"The database {file} can't be copied ({error}): make room for the backup, or name another folder."
        ) from None
    if fault := fault_of(target):
        raise Unusable(DAMAGED.format(file=file, fault=fault))


def fault_of(file: Path) -> str:
    """Return SQLite's report of damage; "" if there is none."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            report = str(copy.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return "" if report == "ok" else " ".join(report.split())


def put_sqlite(copy: Path) -> str:
    """Put the copy in place of the database. Return the name of the former file, or ""."""
    if fault := fault_of(copy):
        raise Unusable(f"The copy of the database is damaged ({fault}): take another backup.")
    connections.close_all()
    target = Path(settings.DATABASES["default"]["NAME"])
    # Renaming within a folder is atomic.
    ready = target.with_name(f"{target.name}.restoring")
    try:
        shutil.copyfile(copy, ready)
        ready.chmod(0o600)
        aside = _put_aside(target)
        ready.replace(target)
    except OSError as error:
        raise Unusable(
            f"The database can't be put into {target.parent} ({error.strerror}): make room, or let the folder belong "
            "to whoever runs the site."
        ) from None
    finally:
        ready.unlink(missing_ok=True)
    return aside


def aside_name(target: Path) -> str:
    """Return the name of a file that a restore puts aside. Those of earlier restores have other names."""
    return f"{target}.before-restore-{datetime.now(UTC):%Y%m%dT%H%M%S}"


def _put_aside(target: Path) -> str:
    """Rename the database and its journal files, out of the way of the new one. Return its new name, or ""."""
    if not target.exists() or not target.stat().st_size:
        return ""
    # A damaged file stays as it is, with its journal.
    if not fault_of(target):
        with suppress(sqlite3.Error), closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.execute("PRAGMA journal_mode=DELETE")
    aside = aside_name(target)
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{target}{ending}").replace(f"{aside}{ending}")
    return aside


def dump_postgresql(target: Path) -> None:
    aside = f"--exclude-schema={ASIDE}*"
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", aside, f"--file={target}")


def put_postgresql(copy: Path) -> str:
    """Put the copy's tables in place of the database's, all or nothing. Return the schema of the former tables."""
    _refuse_others()
    aside = f"{ASIDE}{datetime.now(UTC):%Y%m%dt%H%M%S}"
    try:
        _execute(f"ALTER SCHEMA public RENAME TO {aside}", "CREATE SCHEMA public")
    except ProgrammingError as error:
        # In a database of PostgreSQL 14 the schema belongs to the superuser.
        raise Unusable(
            f"The tables can't be put aside ({error}): let PostgreSQL's superuser run ALTER SCHEMA public OWNER TO "
            "the user in DATABASE_URL."
        ) from None
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
    except BaseException:
        # Ctrl-C, too, must not leave an empty database.
        _execute("DROP SCHEMA public CASCADE", f"ALTER SCHEMA {aside} RENAME TO public")
        raise
    return f"the schema {aside}"


def _execute(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _refuse_others() -> None:
    # A closed connection stays listed for a moment.
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
    """Run a program of PostgreSQL. The password is in its environment, since everybody can read its arguments."""
    if not shutil.which(program):
        raise Unusable(
            f"There is no {program} here: install PostgreSQL's client (Debian, Ubuntu: postgresql-client)."
        )
    params: dict[str, Any] = connection.get_connection_params()
    libpq_params = {
        key: value for key, value in params.items() if key not in (*NOT_LIBPQ, "context", "cursor_factory")
    }
    password = libpq_params.pop("password", None)
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    where = make_conninfo(**libpq_params)
    result = subprocess.run(
        [program, f"--dbname={where}", *words], env=environment, capture_output=True, text=True
    )
    if result.returncode:
        raise Unusable(f"{program} could not do it: {' '.join(result.stderr.split())[-400:]}")
