"""The stocking race for the contract suite: the cards of its dumped state, and its hidden zones."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any


def cards(data: Mapping[str, Any]) -> list[str]:
    """Return every card of the match, each once."""
    return [card for zone in (*data["hands"], data["deck"], data["stack"], data["discards"]) for card in zone]


def redeal(data: Mapping[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Return the same table with the others' hands and the deck dealt anew.

    Which seats still have to answer a naming is public and follows from the hands, so during one each hand keeps its
    cards of the named design.
    """
    dealt = deepcopy(dict(data))
    unseen = [hand for other, hand in enumerate(dealt["hands"]) if other != seat]
    zones = [*unseen, dealt["deck"]]
    places = [
        (zone, place)
        for zone in zones
        for place, card in enumerate(zone)
        if data["named"] is None or card != data["named"]
    ]
    loose = [zone[place] for zone, place in places]
    rng.shuffle(loose)
    for (zone, place), card in zip(places, loose, strict=True):
        zone[place] = card
    for zone in zones:
        rng.shuffle(zone)
    return dealt
