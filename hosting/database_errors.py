"""Database errors that pass and are no bugs: the database is away, full, locked or read-only."""

from __future__ import annotations

from django.db import Error, InterfaceError, OperationalError

# PostgreSQL's "read_only_sql_transaction", for which Django raises InternalError.
READ_ONLY = "25006"


def is_passing(error: object) -> bool:
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", "") == READ_ONLY
