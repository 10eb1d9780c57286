"""Hooks of queries. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Subquery

from games.models import Table

# Relations of tables that features show in lists of tables, read together with them.
shown_of_tables: list[str] = []
# True or False if a visitor (a user's id, None for an anonymous one) without a seat may or may not see the table;
# None means the usual rules.
admits: list[Callable[[Table, int | None], bool | None]] = []
# Subqueries on a seat of a finished match: the cost of its choices in points a move, null where unknown.
seat_costs: list[Callable[[], Subquery]] = []
