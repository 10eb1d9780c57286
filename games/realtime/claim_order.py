"""The order of the claims of a race, and the reaction that a claim is credited with. Pure functions.

All times are in ms. Clients' clocks are never used: the server measures round trips, by answers that no page can hold
back (decision 34).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.rules.reactions import SHORTEST

# The most of a round trip that is subtracted from a reaction, and so the longest that claims are held (decision 34).
LONGEST_TRIP = 300
# Claims within this time of the fastest are tied with it.
TIE = 15


@dataclass(frozen=True)
class Claim:
    """A claim on a contest. `credited` is its credited reaction, `arrival` its place in the order of arrival."""

    seat: int
    contest: int
    credited: float
    arrival: int = 0


AnyClaim = TypeVar("AnyClaim", bound=Claim)


def reaction(received: float, sent: float, round_trip: float) -> float:
    """Return the reaction of a claim `received` on a contest that was `sent` to its seat."""
    return received - sent - min(max(0.0, round_trip), LONGEST_TRIP)


def credit(received: float, sent: float, round_trip: float) -> float:
    """Return the credited reaction, at least SHORTEST."""
    return max(SHORTEST, reaction(received, sent, round_trip))


def lot(seed: str, contest: int, seat: int) -> str:
    """Return the lot of a seat; the smallest wins a tie. Nobody knows the seed before the match is over."""
    return hashlib.sha256(f"{seed}:{contest}:{seat}".encode()).hexdigest()


def order(claims: Sequence[AnyClaim], seed: str) -> list[AnyClaim]:
    """Return claims that were held together in order.

    Repeatedly takes, of all claims tied with the fastest one, the one with the smallest lot. Claims of one seat stay in
    the order of their arrival.
    """
    rest = sorted(claims, key=lambda claim: (claim.credited, claim.arrival))
    ordered = []
    while rest:
        tied = [claim for claim in rest if claim.credited <= rest[0].credited + TIE]
        first = min(tied, key=lambda claim: (lot(seed, claim.contest, claim.seat), claim.arrival))
        rest.remove(first)
        ordered.append(first)
    return ordered
