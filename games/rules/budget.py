"""The budget of a bot's search. The caller sets it, and sets less of it under load."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """Limits of one search. Levels that don't search ignore them.

    `playouts` counts those of all candidate moves (None: those of the problem). `seconds` is
    processor time of the worker process, `clock` is seconds of wall time; both are checked between playouts. Without
    both, a bot's move depends on the view, the random generator and `playouts` alone.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: float | None = None


FULL = Budget()
