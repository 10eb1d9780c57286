"""The stocking race: the others' hands and the deck. Cards are there many times: so no name is a secret, but the
deck's order is, and so is a hand as it is held."""

from __future__ import annotations

import json
from typing import Any

# Shorter runs turn up elsewhere by chance: a hand of a few cards may be the cards that were laid one after another.
LEAST = 6


def secrets(data: dict[str, Any], viewer: int | None) -> list[str]:
    runs = [hand for seat, hand in enumerate(data["hands"]) if seat != viewer]
    runs.append(data["deck"])
    return [json.dumps(run)[1:-1] for run in runs if len(run) >= LEAST]
