"""What a guided match's script says of a table: who moves next, and how."""

from __future__ import annotations

from games.models import Table
from games.rules import core
from games.rules.guide import guide


def script(table: Table, number: int) -> tuple[int, core.Move] | None:
    """Whose seat moves by the table's guide once `number` moves are made, and how. None: there is no guide, it has been
    left, or it has ended."""
    found = guide(table.game) if table.guide == Table.Guide.ON else None
    moves = found.moves if found else []
    return moves[number] if number < len(moves) else None
