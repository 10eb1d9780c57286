"""Who was first: a claim's credited reaction, the window, and the order of the claims in it. Touches nothing.

All times are in ms. What a client says of time is used nowhere: a round trip is measured by the server, by answers that no
page can hold back (decision 34).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

# At most so much of a round trip is taken off a reaction: decision 34 says why.
MOST = 300
# No reaction is credited with less: nobody sees and hits in a shorter time.
FLOOR = 100
# Claims as close as this to the fastest are tied.
TIE = 15


@dataclass(frozen=True)
class Claim:
    """One claim on a contest. `credited` is its reaction as it counts; `arrival` the order in which claims came."""

    seat: int
    contest: int
    credited: float
    arrival: int = 0


AnyClaim = TypeVar("AnyClaim", bound=Claim)


def reaction(received: float, sent: float, round_trip: float) -> float:
    """Of a claim received then on a contest that was sent to the seat then, as far as it can be known."""
    return received - sent - min(max(0.0, round_trip), MOST)


def credit(received: float, sent: float, round_trip: float) -> float:
    """The reaction that counts."""
    return max(FLOOR, reaction(received, sent, round_trip))


def window(round_trips: Iterable[float]) -> float:
    """How long claims are held from the first one on: the slowest connected seat's usual round trip. Nobody who comes
    later than `MOST` can be first."""
    return min(MOST, max(round_trips, default=0.0))


def lot(seed: str, contest: int, seat: int) -> str:
    """What decides a tie: the smallest goes first. Nobody knows the seed before the match is over."""
    return hashlib.sha256(f"{seed}:{contest}:{seat}".encode()).hexdigest()


def order(claims: Sequence[AnyClaim], seed: str) -> list[AnyClaim]:
    """The claims of one window as they are placed: again and again, of those tied with the fastest, the one
    with the smallest lot. A seat's own claims stay in the order in which they came."""
    rest = sorted(claims, key=lambda claim: (claim.credited, claim.arrival))
    placed = []
    while rest:
        tied = [claim for claim in rest if claim.credited <= rest[0].credited + TIE]
        first = min(tied, key=lambda claim: (lot(seed, claim.contest, claim.seat), claim.arrival))
        rest.remove(first)
        placed.append(first)
    return placed
