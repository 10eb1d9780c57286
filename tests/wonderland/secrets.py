"""Wonderland's secrets: the face-down cards of the piles, unless the viewer has looked at the top one. Cards exist
several times, so their names are no secrets, but a pile's cards in order are. test_twins searches for a single
card."""

from __future__ import annotations

import json
from typing import Any

# Shorter sequences occur elsewhere by chance.
LEAST = 8


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    runs = [pile["down"][1 if viewer in pile["seen"] else 0 :] for pile in data["piles"]]
    return [json.dumps(run)[1:-1] for run in runs if len(run) >= LEAST]
