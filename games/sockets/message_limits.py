"""Limits on the messages of one socket: the number a second, and the number that may wait."""

from __future__ import annotations

from enum import Enum, auto
from itertools import count

from hosting.limits.all_limits import DROPPED, LIMITS
from hosting.limits.buckets import limiter
from hosting.limits.places import Taken, bounds_of, places

NUMBERS = count()


class Answer(Enum):
    LET_IN, REFUSED, DROPPED = auto(), auto(), auto()


class Gate:
    """Counts the messages of one socket. A message counts as waiting from `enter` until `leave`."""

    def __init__(self, person: int | None, address: str) -> None:
        self._socket = next(NUMBERS)
        self._bounds = bounds_of("message", socket=self._socket, person=person, address=address)
        self._taken: Taken = {}

    def enter(self, now: float) -> Answer:
        """Count a message that came then (seconds since 1970)."""
        wait = limiter.spend("message", now=now, socket=self._socket)
        if wait >= LIMITS["message"]["socket"].patience:
            return Answer.DROPPED
        taken = None if wait else places.take_within(self._bounds)
        if taken is None:
            return Answer.REFUSED
        self._taken = taken
        return Answer.LET_IN

    def stay(self) -> None:
        """Count the message once more, because part of its work goes on after it is handled."""
        places.add(self._taken)

    def leave(self) -> None:
        """Stop counting one message."""
        places.leave(self._taken)

    def deserve(self) -> None:
        """Give back the message's cost: it was a move that is stored, and quick play is no flood."""
        limiter.add("message", 1, socket=self._socket)


def punish(address: str, now: float) -> None:
    """Let an address open fewer sockets for a while, because one of its sockets was dropped for a flood."""
    opened = DROPPED * LIMITS["opening"]["address"].value
    limiter.add("opening", -opened, now=now, address=address)
