"""Seeds of a shared deal's bots: in each try they answer the same moves alike."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence

from games.rules import core


def bot_seed(seed: str, seat: int, moves: Sequence[tuple[int | None, core.Move]]) -> int:
    """Return the seed of a bot's random generator. It depends only on the deal, the seat and all moves so far."""
    history = json.dumps([seat, moves], sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), history.encode(), "sha256")[:8], "big")
