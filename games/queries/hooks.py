"""What features add to what pages ask. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db.models import Subquery


@dataclass
class Hooks:
    # By seat of a finished match, what its choices cost in points a move; null where that isn't known.
    seat_costs: list[Callable[[], Subquery]] = field(default_factory=list)


hooks = Hooks()
