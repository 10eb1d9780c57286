"""Parade's hidden zones, for the contract suite."""

from __future__ import annotations

from random import Random
from typing import Any


def redeal(data: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Deal the deck and the others' hands anew, and choose their secret discards anew from these hands."""
    hands = [list(hand) for hand in data["hands"]]
    others = [other_seat for other_seat in range(len(hands)) if other_seat != seat]
    pool = [*data["deck"], *(card for other_seat in others for card in hands[other_seat])]
    rng.shuffle(pool)
    for other_seat in others:
        hands[other_seat] = [pool.pop() for _ in hands[other_seat]]
    return {**data, "hands": hands, "deck": pool, "chosen": _rechosen(data, hands, others, rng)}


def _rechosen(data: dict[str, Any], hands: list[list[str]], others: list[int], rng: Random) -> list[Any]:
    chosen = list(data["chosen"])
    if not data["over"]:
        for other_seat in others:
            if chosen[other_seat] is not None:
                chosen[other_seat] = rng.sample(hands[other_seat], 2)
    return chosen


def cards(data: dict[str, Any]) -> list[str]:
    """Return every card of the table. A seat's discards are in its hand until all have discarded, then in `chosen`."""
    zones = [data["parade"], data["deck"], *data["hands"], *data["before"]]
    if data["over"]:
        zones += data["chosen"]
    return [card for zone in zones for card in zone]


def unseen(data: dict[str, Any], seat: int | None) -> set[str]:
    """Return the cards that a viewer can't locate."""
    zones = [data["deck"], *(hand for owner, hand in enumerate(data["hands"]) if owner != seat)]
    return {card for zone in zones for card in zone}
