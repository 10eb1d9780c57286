"""Tea Time for the contract suite: its only hidden zone, and where the cards of a state are."""

from __future__ import annotations

from random import Random
from typing import Any

from games.tea_time.rules.rules import CHARACTERS


def redeal(data: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Return the dumped state with the deck in another order. Nothing else is hidden from anybody."""
    deck = list(data["deck"])
    rng.shuffle(deck)
    return data | {"deck": deck}


def cards(data: dict[str, Any]) -> list[str]:
    """Return every card of the dumped state once, wherever it is: deck, grid, held or gone."""
    counted = [*data["held"], [2 * pairs for pairs in data["gone"]]]
    away = [
        character
        for counts in counted
        for character, count in zip(CHARACTERS, counts, strict=True)
        for _ in range(abs(count))
    ]
    alice = ["alice"] if data["alice"] is not None else []
    return [*data["deck"], *[card for card in data["grid"] if card is not None], *away, *alice]
