"""Several questions to the database that are answered as of one moment, whoever writes meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, InterfaceError, connection

# Django's own begin for writing, and PostgreSQL's as a rule answers each statement as of its own moment.
BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}


@contextmanager
def one_moment() -> Iterator[None]:
    """For reading alone. Within a transaction it is that one's, which writes with a condition on the version anyway."""
    if connection.in_atomic_block or connection.vendor not in BEGIN:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
    try:
        yield
    finally:
        # Where the connection broke off there is nothing left to end; why it did is raised already.
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("ROLLBACK")
