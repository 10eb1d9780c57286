"""Wonderland: what lies face down in the piles, unless the viewer has looked at its top. Cards are there many
times: so no name is a secret, but a pile's cards in their order are. A single card is searched for in test_twins."""

from __future__ import annotations

import json
from typing import Any

# Shorter runs turn up elsewhere by chance.
LEAST = 8


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    runs = [pile["down"][1 if viewer in pile["seen"] else 0 :] for pile in data["piles"]]
    return [json.dumps(run)[1:-1] for run in runs if len(run) >= LEAST]
