"""The stocking race's secrets: the others' hands and the deck. Cards exist several times, so their names are no
secrets, but the deck's order and a hand as it is held are."""

from __future__ import annotations

import json
from typing import Any

# Shorter sequences occur elsewhere by chance: a hand of a few cards may equal cards laid one after another.
LEAST = 6


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    runs = [hand for seat, hand in enumerate(data["hands"]) if seat != viewer]
    runs.append(data["deck"])
    return [json.dumps(run)[1:-1] for run in runs if len(run) >= LEAST]
