"""Lines between seats and the server, and what their seats win: in made-up time, without a clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

from games.realtime.fairness import Claim, credit, order, window
from games.realtime.latency import Link

SEED = "5eed" * 16
FLIPS = 1000
# Reactions as the bots of the two levels have them: median in ms, spread of the logarithm. And people who look for a
# card among eight, who differ more; and some so much alike that a few ms decide.
EASY = (1600.0, 0.35)
QUICK = (900.0, 0.35)
PEOPLE = (1600.0, 0.5)
EVEN = (700.0, 0.05)


@dataclass
class Way:
    """A way to the server and back, `trip` ms together, longer by chance: by up to `jitter` ms, and of `loss` of all
    that is sent by 200 more. A liar's page answers `holds` ms late, and its browser or what stands for one `below`
    ms."""

    trip: float
    holds: float = 0.0
    below: float = 0.0
    jitter: float = 4.0
    loss: float = 0.0

    def late(self, rng: Random) -> float:
        return rng.uniform(0, self.jitter) + (200 if rng.random() < self.loss else 0)

    def measured(self, rng: Random) -> Link:
        """After a minute of pings: the page answers a few ms later than the browser."""
        link = Link(0)
        link.ready = link.asks_browser = True
        for count in range(30):
            number, sent = link.ping(count * 2.0), count * 2.0
            there = self.trip + self.late(rng)
            link.browser_pong(number, sent + (there + self.below) / 1000)
            link.pong(number, sent + (there + self.holds + rng.expovariate(1 / 5)) / 1000)
        return link


def first(slaps: list[tuple[float, Claim]], wait: float, seed: str = SEED) -> int:
    """The seat that is placed first, of slaps with their times of receipt."""
    opened = min(received for received, _ in slaps)
    held = [slap for received, slap in sorted(slaps, key=lambda each: each[0]) if received <= opened + wait]
    return order(held, seed)[0].seat


def shares(links: list[Way], pace: tuple[float, float], seed: int = 1) -> list[float]:
    """How many of the flips each seat wins, in percent, all reactions being drawn alike."""
    rng = Random(seed)
    wins = [0] * len(links)
    trips = [link.measured(rng).round_trip or 0 for link in links]
    for flip in range(1, FLIPS + 1):
        slaps = []
        for seat, link in enumerate(links):
            received = rng.lognormvariate(log(pace[0]), pace[1]) + link.trip + link.late(rng)
            slaps.append((received, Claim(seat, flip, credit(received, 0, trips[seat]), seat)))
        wins[first(slaps, window(trips))] += 1
    return [100 * won / FLIPS for won in wins]
