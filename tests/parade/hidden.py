"""Parade's hidden zones, for the contract suite."""

from __future__ import annotations

from random import Random
from typing import Any


def redeal(data: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Deal the deck and the others' hands anew, and choose their secret discards anew from these hands."""
    hands = [list(hand) for hand in data["hands"]]
    others = [each for each in range(len(hands)) if each != seat]
    pool = [*data["deck"], *(card for each in others for card in hands[each])]
    rng.shuffle(pool)
    for each in others:
        hands[each] = [pool.pop() for _ in hands[each]]
    return {**data, "hands": hands, "deck": pool, "chosen": _rechosen(data, hands, others, rng)}


def _rechosen(data: dict[str, Any], hands: list[list[str]], others: list[int], rng: Random) -> list[Any]:
    chosen = list(data["chosen"])
    if not data["over"]:
        for each in others:
            if chosen[each] is not None:
                chosen[each] = rng.sample(hands[each], 2)
    return chosen


def cards(data: dict[str, Any]) -> list[str]:
    """Return every card of the table. A seat's discards are in its hand until all have discarded, then in `chosen`."""
    zones = [data["parade"], data["deck"], *data["hands"], *data["before"]]
    if data["over"]:
        zones += data["chosen"]
    return [card for zone in zones for card in zone]


def unseen(data: dict[str, Any], seat: int | None) -> set[str]:
    """Return the cards that a viewer can't locate."""
    zones = [data["deck"], *(hand for each, hand in enumerate(data["hands"]) if each != seat)]
    return {card for zone in zones for card in zone}
