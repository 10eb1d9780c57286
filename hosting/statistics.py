"""Statistics of SQLite's query planner, refreshed regularly, as PostgreSQL does by itself.

No known query depends on them (tests/queries/test_query_plans.py).
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

# The most rows of an index that are read, because moves wait meanwhile.
LOOKED_AT = 400


def refresh(_now: datetime) -> int:
    """Refresh statistics of tables that have changed much. Return 0, because nothing is counted."""
    if connection.vendor == "sqlite":
        # In a transaction, which locks first: SQLite refuses a connection that reads before it writes.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {LOOKED_AT}")
            # For all tables, queried by this connection or not.
            cursor.execute("PRAGMA optimize = 0x10002")
    return 0
