"""How much a bot may think about a move: given by whoever asks, and less under load."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """Without `seconds` and `clock` a bot's move follows from the view, the luck and `playouts` alone.

    `playouts` over all candidate moves together (None: as many as the level was measured with); `seconds` of the
    thinking process's processor time, and seconds that may go by on the `clock`, both looked at between playouts. Levels
    that don't search pay no heed.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: float | None = None


FULL = Budget()
