"""Additions of features to match records. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.models import Seat, Table

# Return True if the seed of a finished match is still secret, because other people play the same deal.
sealed: list[Callable[[Table], bool]] = []
# Faults of a stored match, as `(number of the row, what is wrong)`.
faults: list[Callable[[Table, Sequence[Seat]], Iterable[tuple[int, str]]]] = []
# Additional members of a table's record.
exported: list[Callable[[Table], Mapping[str, Any]]] = []
# Store these members for a table that was imported from a record, in the same transaction.
imported: list[Callable[[Table, Mapping[str, Any]], None]] = []


def is_sealed(table: Table) -> bool:
    """Return True if the table's seed is still secret though its match is over."""
    return any(hook(table) for hook in sealed)
