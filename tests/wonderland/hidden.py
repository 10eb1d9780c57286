"""Wonderland for the contract suite: the cards of its dumped state, and its hidden zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

TRIES = 200


def cards(data: Mapping[str, Any]) -> list[str]:
    """Return every card of the match, each once."""
    zones = [*data["notebooks"], data["discards"]]
    zones += [zone for pile in data["piles"] for zone in (pile["down"], pile["up"])]
    zones += [[entry["card"] for entry in tunnel] for tunnel in data["tunnels"]]
    return [card for zone in zones for card in zone]


def redeal(data: Mapping[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Return the same table with what `seat` can't know dealt anew: face-down cards that it hasn't looked at, and the
    hatter cards of its own tunnel (for a spectator, of every tunnel).

    No tunnel may be collapsed, so a deal that makes one so is repeated. What another seat has looked at is the card
    that is there now, because this seat can't tell.
    """
    for _ in range(TRIES):
        dealt = deepcopy(dict(data))
        places = unseen(dealt, seat)
        loose = [zone[place] for zone, place in places]
        rng.shuffle(loose)
        for (zone, place), card in zip(places, loose, strict=True):
            zone[place] = card
        if not any(collapsed(tunnel) for tunnel in dealt["tunnels"]):
            return dealt
    return deepcopy(dict(data))


def unseen(data: Mapping[str, Any], seat: int | None) -> list[tuple[Any, Any]]:
    """Return the places whose card `seat` can't know, each as a container and a key."""
    places: list[tuple[Any, Any]] = []
    for pile in data["piles"]:
        looked = seat in pile["seen"]
        places += [(pile["down"], place) for place in range(1 if looked else 0, len(pile["down"]))]
    for holder, tunnel in enumerate(data["tunnels"]):
        if seat is None or seat == holder:
            places += [(entry, "card") for entry in tunnel if entry["hatter"]]
    return places


def collapsed(tunnel: Sequence[Mapping[str, Any]]) -> bool:
    counting = [entry["card"] for entry in tunnel if entry["by"] is None]
    characters = ("alice", "rabbit", "cat", "queen", "hatter")
    return any(sum(card in (character, "everyone") for card in counting) >= 3 for character in characters)
