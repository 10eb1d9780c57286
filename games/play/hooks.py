"""What features add to a change of a table. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from games.models import Seat, Table
from games.rules import core


@dataclass
class Hooks:
    # The seat that moves once so many moves are made at a table whose moves are given, and its move; None elsewhere.
    scripts: list[Callable[[Table, int], tuple[int, core.Move] | None]] = field(default_factory=list)

    # By the feature's name, what seats of the table with that id hold, each for its owner's eyes alone. Falsy: nothing.
    private: dict[str, Callable[[str], Mapping[int, Any]]] = field(default_factory=dict)
    # Forget what a seat of that table holds; None: all of its seats. Within the transaction that ends the match, or in
    # which somebody leaves for good.
    ended: list[Callable[[str, int | None], None]] = field(default_factory=list)
    # When something acts for a seat that is awaited, so that its person need not be told before; None: nothing does.
    acts_at: list[Callable[[Seat], datetime | None]] = field(default_factory=list)

    # Matches that count for nobody: a condition on whatever refers to their table as said.
    uncounted: list[Callable[[OuterRef], Exists]] = field(default_factory=list)


hooks = Hooks()


def scripted(table: Table, number: int | None = None) -> tuple[int, core.Move] | None:
    """Whose seat moves once `number` moves are made (None: now), and how; None where no move is given."""
    at = table.number if number is None else number
    given = (script(table, at) for script in hooks.scripts)
    return next((each for each in given if each is not None), None)


def private_of(table_id: str) -> Mapping[str, Mapping[int, Any]]:
    """By feature and seat, what features that have anything hold of the table."""
    held = {name: read(table_id) for name, read in hooks.private.items()}
    return {name: by_seat for name, by_seat in held.items() if by_seat}


def forget(table_id: str, seat: int | None = None) -> None:
    for each in hooks.ended:
        each(table_id, seat)


def acts_at(seat: Seat) -> datetime | None:
    """When the first acts for a seat that is awaited; None: nothing does."""
    return min((at for each in hooks.acts_at if (at := each(seat)) is not None), default=None)
