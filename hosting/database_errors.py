"""Which of the database's errors say that it is away, full, locked or read-only: that passes, and is no fault of
ours."""

from __future__ import annotations

from django.db import Error, InterfaceError, OperationalError

# PostgreSQL's "read_only_sql_transaction", which Django takes for an error within.
READ_ONLY = "25006"


def is_passing(error: object) -> bool:
    if isinstance(error, OperationalError | InterfaceError):
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", "") == READ_ONLY
