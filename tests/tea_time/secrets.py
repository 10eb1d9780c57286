"""Tea Time: only the deck's order is hidden, and cards are there many times: so no name is a secret, but the
next cards in their order are. A single card is searched for in test_twins."""

from __future__ import annotations

import json
from typing import Any

RUN = 8


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    run = json.dumps(data["deck"][:RUN])[1:-1]
    return [run] if len(data["deck"]) >= RUN else []
