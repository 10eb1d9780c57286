"""Who was first: a slap's credited reaction, the window, and the order of the slaps in it. Touches nothing.

All times are in ms. What a client says of time is used nowhere: a round trip is measured by the server, and who
holds back the answers by which it is measured gains `MOST` less the true round trip, and no more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

# At most so much of a round trip is taken off a reaction: decision 19 says why no less.
MOST = 200
# No reaction is credited with less: nobody sees and hits in a shorter time.
FLOOR = 100
# Slaps as close as this to the fastest are tied.
TIE = 15
LONGEST_WINDOW = 250


@dataclass(frozen=True)
class Slap:
    """One slap on a flip. `credited` is its reaction as it counts; `arrival` the order in which slaps came."""

    seat: int
    flip: int
    credited: float
    arrival: int = 0


AnySlap = TypeVar("AnySlap", bound=Slap)


def credit(received: float, sent: float, round_trip: float) -> float:
    """The reaction that counts, of a slap received then on a flip that was sent to the seat then."""
    return max(FLOOR, received - sent - min(max(0.0, round_trip), MOST))


def window(round_trips: Iterable[float]) -> float:
    """How long slaps are held from the first one on: the slowest connected seat's usual round trip."""
    return min(LONGEST_WINDOW, max(round_trips, default=0.0))


def lot(seed: str, flip: int, seat: int) -> str:
    """What decides a tie: the smallest goes first. Nobody knows the seed before the match is over."""
    return hashlib.sha256(f"{seed}:{flip}:{seat}".encode()).hexdigest()


def order(slaps: Sequence[AnySlap], seed: str) -> list[AnySlap]:
    """The slaps of one window as they are placed: again and again, of those tied with the fastest, the one
    with the smallest lot. A seat's own slaps stay in the order in which they came."""
    rest = sorted(slaps, key=lambda slap: (slap.credited, slap.arrival))
    placed = []
    while rest:
        tied = [slap for slap in rest if slap.credited <= rest[0].credited + TIE]
        first = min(tied, key=lambda slap: (lot(seed, slap.flip, slap.seat), slap.arrival))
        rest.remove(first)
        placed.append(first)
    return placed
