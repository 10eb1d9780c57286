"""The script of a guided match: who moves next, and how."""

from __future__ import annotations

from games.models import Table
from games.rules import core
from games.rules.guide import guide


def script(table: Table, number: int) -> tuple[int, core.Move] | None:
    """Return the seat and the move that the table's guide gives after `number` moves.

    None if there is no guide, or it has been left or has ended.
    """
    table_guide = guide(table.game) if table.guide == Table.Guide.ON else None
    moves = table_guide.moves if table_guide else []
    return moves[number] if number < len(moves) else None
