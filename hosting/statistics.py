"""What SQLite knows of its tables' sizes, by which it chooses indexes: brought up to date now and then, as PostgreSQL
does by itself. No page depends on it (tests/queries/test_query_plans.py); it mends what nobody has thought of."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

# Rows of an index that are looked at: a large one must not keep moves waiting.
LOOKED_AT = 400


def refresh(_now: datetime) -> int:
    """Does nothing where nothing has changed by much. There is nothing to count: 0."""
    if connection.vendor == "sqlite":
        # In a transaction, which waits its turn to write: SQLite refuses who reads first and would then write.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {LOOKED_AT}")
            # Of all tables, whether this connection has asked them or not.
            cursor.execute("PRAGMA optimize = 0x10002")
    return 0
