"""Tea Time's secrets: only the deck's order is hidden. Cards exist several times, so their names are no secrets, but
the next cards in order are. test_twins searches for a single card."""

from __future__ import annotations

import json
from typing import Any

RUN = 8


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    run = json.dumps(data["deck"][:RUN])[1:-1]
    return [run] if len(data["deck"]) >= RUN else []
