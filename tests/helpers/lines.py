"""Lines between seats and the server, and the shares that their seats win, in simulated time."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

from games.realtime.claim_order import Claim, credit, order
from games.realtime.holding import holding_time
from games.realtime.latency import Link

SEED = "5eed" * 16
FLIPS = 1000
# Reactions like those of the two levels of bots: median in ms, spread of the logarithm. Then people who look for a
# card among eight and differ more, and some so similar that a few ms decide.
EASY = (1600.0, 0.35)
QUICK = (900.0, 0.35)
PEOPLE = (1600.0, 0.5)
EVEN = (700.0, 0.05)


@dataclass
class Way:
    """A line to the server and back that takes `trip` ms, and by chance up to `jitter` ms more. The share `loss` of
    all messages takes 200 ms more.

    A cheat's page answers `holds` ms late, and its browser or a program in its place `below` ms late.
    """

    trip: float
    holds: float = 0.0
    below: float = 0.0
    jitter: float = 4.0
    loss: float = 0.0

    def late(self, rng: Random) -> float:
        return rng.uniform(0, self.jitter) + (200 if rng.random() < self.loss else 0)

    def measured(self, rng: Random) -> Link:
        """Return the link after a minute of pings. The page answers a few ms later than the browser."""
        link = Link(0)
        link.ready = link.asks_browser = True
        for count in range(30):
            number, sent = link.ping(count * 2.0), count * 2.0
            there = self.trip + self.late(rng)
            link.browser_pong(number, sent + (there + self.below) / 1000)
            link.pong(number, sent + (there + self.holds + rng.expovariate(1 / 5)) / 1000)
        return link


def first(slaps: list[tuple[float, Claim]], wait: float, seed: str = SEED) -> int:
    """Return the seat that is placed first, given the slaps with their times of receipt."""
    opened = min(received for received, _ in slaps)
    held = [slap for received, slap in sorted(slaps, key=lambda pair: pair[0]) if received <= opened + wait]
    return order(held, seed)[0].seat


def shares(links: list[Way], pace: tuple[float, float], seed: int = 1) -> list[float]:
    """Return the percentage of flips that each seat wins, if all have the same reactions."""
    rng = Random(seed)
    wins = [0] * len(links)
    trips = [link.measured(rng).round_trip or 0 for link in links]
    for flip in range(1, FLIPS + 1):
        slaps = []
        for seat, link in enumerate(links):
            received = rng.lognormvariate(log(pace[0]), pace[1]) + link.trip + link.late(rng)
            slaps.append((received, Claim(seat, flip, credit(received, 0, trips[seat]), seat)))
        wins[first(slaps, holding_time(trips))] += 1
    return [100 * won / FLIPS for won in wins]
