"""What features add to a change of a table. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.models import Table
from games.rules import core


@dataclass
class Hooks:
    # The seat that moves once so many moves are made at a table whose moves are given, and its move; None elsewhere.
    scripts: list[Callable[[Table, int], tuple[int, core.Move] | None]] = field(default_factory=list)


hooks = Hooks()


def scripted(table: Table, number: int | None = None) -> tuple[int, core.Move] | None:
    """Whose seat moves once `number` moves are made (None: now), and how; None where no move is given."""
    at = table.number if number is None else number
    given = (script(table, at) for script in hooks.scripts)
    return next((each for each in given if each is not None), None)
