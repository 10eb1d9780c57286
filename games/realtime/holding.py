"""The time for which the claims of a contest are held after the first one, the waiting claims, and their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.play.commands import Played
from games.realtime import claim_order
from games.realtime.action import Action, Timing

Answer = Played | BaseException


def holding_time(round_trips: Iterable[float]) -> float:
    """Return how long claims are held after the first one, in ms: the longest round trip of a connected seat, at most
    LONGEST_TRIP (300). A claim that comes later than that after another can't be first.
    """
    return min(claim_order.LONGEST_TRIP, max(round_trips, default=0.0))


@dataclass(frozen=True)
class HeldClaim(claim_order.Claim):
    """A claim that waits until the claims of its table are ordered."""

    action: Action = field(kw_only=True)
    timing: Timing = field(kw_only=True)
    answer: asyncio.Future[Played] = field(kw_only=True)


@dataclass
class HeldClaims:
    """The claims held at one table. No claim joins once it is `closing`; `over` is set when all are stored."""

    claims: list[HeldClaim] = field(default_factory=list)
    closing: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def has_claim_of(self, action: Action) -> bool:
        """Return True if a claim is held of the action's seat."""
        return any(claim.action.same_seat(action) for claim in self.claims)

    def hold(self, action: Action, seat: int, contest: int, timing: Timing) -> asyncio.Future[Played]:
        """Add a claim. Return the future of its answer."""
        answer: asyncio.Future[Played] = asyncio.get_running_loop().create_future()
        place, credited = len(self.claims), timing["credited"]
        self.claims.append(
            HeldClaim(seat, contest, credited, place, action=action, timing=timing, answer=answer)
        )
        return answer


def reply(claim: HeldClaim, answer: Answer) -> None:
    # The future was cancelled if the visitor disconnected.
    if claim.answer.done():
        return
    if isinstance(answer, BaseException):
        claim.answer.set_exception(answer)
    else:
        claim.answer.set_result(answer)
