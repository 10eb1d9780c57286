"""An action at a real-time table."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from games.play import moves
from games.play.commands import Command
from games.play.snapshot import Snapshot
from games.realtime.latency import Link
from games.rules import core

Timing = dict[str, int]


@dataclass(frozen=True)
class Action:
    """A move that a person (by user id) or a bot (by seat) asks for. `received` is in seconds since 1970."""

    table: str
    rules: core.RealTimeGame
    move: Any
    person: int | None = None
    bot: int | None = None
    key: str = ""
    received: float = field(default_factory=time.time)
    # The address to which database work is charged (hosting/limits/all_limits.py).
    address: str = ""
    # The link on which it came; None if it came by POST, whose round trip is unknown.
    link: Link | None = field(default=None, compare=False, repr=False)

    def round_trip(self) -> float:
        return (self.link.round_trip or 0.0) if self.link else 0.0

    def seat(self, snapshot: Snapshot) -> int | None:
        if self.bot is not None:
            return self.bot
        seat = snapshot.seat_of(self.person)
        return None if seat is None else seat.index

    def claim(self) -> int | None:
        """Return the contest that it claims, if any. A malformed move claims none and is refused later."""
        return self.rules.claim(self.move) if self._has_shape() else None

    def waits_for_claims(self) -> bool:
        return self._has_shape() and self.rules.waits_for_claims(self.move)

    def same_seat(self, other: Action) -> bool:
        return (self.person, self.bot) == (other.person, other.bot)

    def command(self, timing: Timing | None = None) -> Command:
        if self.bot is not None:
            return moves.BotMove(self.bot, self.move, timing=timing)
        return moves.PersonMove(self.person, self.move, self.key, seen=0, timing=timing)

    def _has_shape(self) -> bool:
        try:
            core.check_shape(self.rules, self.move)
        except core.Refused:
            return False
        return True
