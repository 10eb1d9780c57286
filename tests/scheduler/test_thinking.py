"""A bot thinks as long as its move may take, and less if others wait, too."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from games.rules import core
from games.rules.budget import FULL, Budget
from games.scheduler.bots import LEAST, LONGEST, Thinking, budget


def test_alone_a_bot_has_all_of_its_time_among_others_its_share_and_after_a_wait_the_rest(
    settings: Any,
) -> None:
    settings.BOT_PROCESSES = 2
    assert budget(0.0, 1) == budget(0.0, 2) == Budget(clock=LONGEST)
    assert budget(0.0, 8) == Budget(clock=LONGEST / 4)
    assert budget(LONGEST / 2, 2) == Budget(clock=LONGEST / 2)
    assert budget(60.0, 1) == Budget(clock=LEAST)


class Told:
    """Rules that record what each bot is given."""

    NAME = "parade"

    def __init__(self) -> None:
        self.given: list[Budget] = []

    def choose(self, level: str, view: core.View, rng: Any, budget: Budget = FULL) -> core.Move:
        self.given.append(budget)
        return {}


def test_bots_that_choose_together_share_the_time_and_none_is_forgotten(settings: Any) -> None:
    settings.BOT_PROCESSES = 1
    rules = Told()

    async def eight() -> int:
        thinking = Thinking()
        thinking.stop()
        thinking.processes.pool = ThreadPoolExecutor(1)
        await asyncio.gather(*(thinking.choose((rules, "hard", {}, number)) for number in range(8)))
        thinking.stop()
        return thinking.requests

    assert asyncio.run(eight()) == 0
    clocks = [budget_given.clock or 0.0 for budget_given in rules.given]
    assert len(clocks) == 8 and all(LEAST <= clock <= LONGEST for clock in clocks)
    # When the second of them began, seven were still waiting.
    assert clocks[1] <= LONGEST / 7
