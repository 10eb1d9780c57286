"""What the contract suite must know of Tea Time: its one hidden zone, and where the cards of a state lie."""

from __future__ import annotations

from random import Random
from typing import Any

from games.tea_time.rules.rules import CHARACTERS


def redeal(data: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """The dumped state with the deck in another order; nothing else is hidden from anybody."""
    deck = list(data["deck"])
    rng.shuffle(deck)
    return data | {"deck": deck}


def cards(data: dict[str, Any]) -> list[str]:
    """Every card of the dumped state once, wherever it is: deck, grid, held or gone."""
    counted = [*data["held"], [2 * pairs for pairs in data["gone"]]]
    away = [
        character
        for counts in counted
        for character, count in zip(CHARACTERS, counts, strict=True)
        for _ in range(abs(count))
    ]
    alice = ["alice"] if data["alice"] is not None else []
    return [*data["deck"], *[card for card in data["grid"] if card is not None], *away, *alice]
