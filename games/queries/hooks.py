"""Hooks of queries. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db.models import Subquery


@dataclass
class Hooks:
    # Relations of tables that features show in lists of tables, read together with them.
    shown_of_tables: list[str] = field(default_factory=list)
    # Subqueries on a seat of a finished match: the cost of its choices in points a move, null where unknown.
    seat_costs: list[Callable[[], Subquery]] = field(default_factory=list)


hooks = Hooks()
