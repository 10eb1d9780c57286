"""The claims that are held on one contest until they are placed together, and what each is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.realtime import fairness
from games.realtime.action import Action, Timing
from games.tables.moves import Settled

Answer = Settled | Exception


@dataclass(frozen=True)
class HeldClaim(fairness.Claim):
    """A claim that waits for its window to close."""

    action: Action = field(kw_only=True)
    timing: Timing = field(kw_only=True)
    answer: asyncio.Future[Settled] = field(kw_only=True)


@dataclass
class Window:
    """The claims held at one table. Once `closing` nothing joins them; `over` when all are stored."""

    claims: list[HeldClaim] = field(default_factory=list)
    closing: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def holds_of(self, action: Action) -> bool:
        """Whether it holds a claim of whoever asks for that action."""
        return any(claim.action.same_seat(action) for claim in self.claims)

    def hold(self, action: Action, seat: int, contest: int, timing: Timing) -> asyncio.Future[Settled]:
        """Take a claim in; what it will be answered."""
        answer: asyncio.Future[Settled] = asyncio.get_running_loop().create_future()
        place, credited = len(self.claims), timing["credited"]
        self.claims.append(
            HeldClaim(seat, contest, credited, place, action=action, timing=timing, answer=answer)
        )
        return answer


def store(ordered: Sequence[HeldClaim]) -> list[Answer]:
    """Store the claims one by one, each a move of its own; what came of each."""
    return [_stored(claim) for claim in ordered]


def _stored(claim: HeldClaim) -> Answer:
    try:
        return claim.action.store(claim.timing)
    except Exception as error:
        return error


def reply(claim: HeldClaim, answer: Answer) -> None:
    # Whoever asked may have hung up.
    if claim.answer.done():
        return
    if isinstance(answer, Exception):
        claim.answer.set_exception(answer)
    else:
        claim.answer.set_result(answer)
