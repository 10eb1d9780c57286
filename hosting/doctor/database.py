"""Checks of the database: reachable, new enough, fast, writable, migrated, its clock, and the scheduler's pulse."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import itemgetter

from django.conf import settings
from django.db import DatabaseError, connection

from config.version import VERSION
from hosting import pulse
from hosting.doctor.findings import Finding, doubtful, judged, right, wrong
from hosting.models import Pulse
from hosting.startup import pending_migrations, unknown_migrations
from hosting.startup_errors import sentence_for

OLDEST_POSTGRESQL, OLDEST_SQLITE = 140000, (3, 37, 0)
QUICK, SLOW = 0.01, 0.1  # seconds for one query, and for storing one row
SKEWED, FAR_OFF = 0.5, 5.0  # seconds between two clocks


def check() -> Iterator[Finding]:
    try:
        version, recent = _version()
    except DatabaseError as error:
        yield wrong(sentence_for(error) or str(error), "Everything else waits for this.")
        return
    yield right(version) if recent else wrong(f"{version} is too old", "Upgrade it.")
    seconds = _seconds(_query)
    todo = "Move it nearer: a move asks it several times."
    yield judged(f"it answers within {seconds * 1000:.1f} ms", todo, is_doubtful=seconds >= QUICK)
    yield _stored()
    if connection.vendor == "sqlite" and settings.CHANNEL_URL:
        yield wrong("several processes on SQLite", "Set DATABASE_URL to a PostgreSQL, or remove CHANNEL_URL.")


def _version() -> tuple[str, bool]:
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        return f"SQLite {sqlite3.sqlite_version}", sqlite3.sqlite_version_info >= OLDEST_SQLITE
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        name = cursor.fetchone()[0]
        cursor.execute("SHOW server_version_num")
        return f"PostgreSQL {name}", int(cursor.fetchone()[0]) >= OLDEST_POSTGRESQL


def _query() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchall()


def _seconds(work: Callable[[], object]) -> float:
    """Return the best time of five, because other work of the machine may slow some down."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def _stored() -> Finding:
    if Pulse._meta.db_table not in connection.introspection.table_names():
        return doubtful("it has no tables yet", "Run manage.py migrate.")
    try:
        took = _seconds(partial(pulse.beat, pulse.STORE))
    except DatabaseError as error:
        return wrong(
            sentence_for(error) or f"it can't be written to: {error}".strip(), "Every move waits for this."
        )
    todo = "Put it on a faster disk: every move waits for it."
    return judged(f"it stores a row within {took * 1000:.1f} ms", todo, is_doubtful=took >= SLOW)


def check_migrations() -> Iterator[Finding]:
    pending, _applied = pending_migrations()
    newer = unknown_migrations()
    if pending:
        yield wrong(f"{pending} migrations are not applied", "Back up, then run manage.py migrate.")
    elif newer:
        yield wrong(
            f"the database is of a newer version ({newer[0]}) than this one, {VERSION}",
            "Start the newer version again.",
        )
    else:
        yield right("all migrations are applied")


def check_clock() -> Iterator[Finding]:
    # The quickest answer is the most exact.
    off = min((_clocks_apart() for _ in range(5)), key=itemgetter(1))[0].total_seconds()
    sentence = f"the database's clock is {off:+.2f} s from this machine's"
    todo = "Let all machines set their clocks by NTP: moves and time-outs are told by them."
    yield judged(sentence, todo, is_wrong=abs(off) > FAR_OFF, is_doubtful=abs(off) > SKEWED)


def _clocks_apart() -> tuple[timedelta, timedelta]:
    """Return the time by which the database's clock is ahead, and the duration of the query."""
    before = datetime.now(UTC)
    theirs = pulse.database_now()
    took = datetime.now(UTC) - before
    return theirs - before - took / 2, took


def check_scheduler() -> Iterator[Finding]:
    todo = "Start manage.py scheduler, or serve without --no-scheduler: bots don't move and no time runs out."
    if Pulse._meta.db_table not in connection.introspection.table_names() or (age := pulse.age()) is None:
        yield wrong("no scheduler has ever run on this database", todo)
    elif age > pulse.LATE:
        yield wrong(f"the scheduler was last heard of {age.total_seconds():.0f} s ago", todo)
    else:
        yield right(f"the scheduler was heard of {age.total_seconds():.0f} s ago")
