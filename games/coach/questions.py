"""Requests that wait for the coach's process: hints, positions dealt anew, and choices in exercises."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from typing import Any

from games.coach import hints
from games.coach.analysis import best_moves, redeal, review
from games.coach.models import Hint
from games.play.database_thread import FairThread
from games.rules import core
from games.scheduler.processes import Processes
from hosting.limits.addresses import path_of
from hosting.observability import metrics

# Requests that may wait for the one process. The next one is refused as busy.
MOST_WAITING = 8
# In seconds. A request that waits longer is refused as busy.
LONGEST = 15.0
NICE = 5


class Coach:
    """Starts its process when the first board with hints is shown, or at the first request."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.processes = Processes(1, NICE)
        self.asking: set[int] = set()
        # The number of their requests by network.
        self.of: Counter[str] = Counter()
        # Requests wait here for the process.
        self.thread = FairThread("coach")
        # The games that the process has loaded.
        self.warmed: set[str] = set()

    def ask(self, table: str, person: int, address: str, seen: int) -> Hint:
        """Return the hint for the person's seat, the stored one if it already has one in this turn. Raises Refused if
        there can be none."""
        snapshot, seat, hint = hints.asking(table, person, seen)
        if hint is not None:
            return hint
        view = snapshot.rules.view(snapshot.state, seat.index)
        with self._alone(person, address), metrics.thinking(snapshot.rules.NAME, "hint"):
            answer = self.in_turn(address, best_moves.find, snapshot.rules, view, secrets.randbits(64))
        return hints.give(table, seat.index, snapshot.table.number, answer)

    def redeal(self, person: int, address: str, *position: Any) -> dict[str, Any]:
        """Call `redeal.redealt` with these arguments and a random seed."""
        with self._alone(person, address):
            dealt: dict[str, Any] = self.in_turn(address, redeal.redealt, *position, secrets.randbits(64))
            return dealt

    def judge(self, person: int, address: str, *question: Any) -> review.Part:
        """Call `review.tried` with these arguments."""
        with self._alone(person, address):
            part: review.Part = self.in_turn(address, review.tried, *question)
            return part

    def warm(self, rules: core.Game, view: core.View) -> None:
        """Let the process start and load the game, so that the first request doesn't wait for that."""
        with self.lock:
            is_warm = rules.NAME in self.warmed
            self.warmed.add(rules.NAME)
        if not is_warm:
            # No request waits for this. If it fails, the next request will show the error.
            with suppress(BrokenExecutor):
                self.processes.submit(best_moves.warm, rules, view)

    @contextmanager
    def _alone(self, person: int, address: str) -> Iterator[None]:
        """Hold one of the places for the request.

        A person may have one request at a time. A network gets another place only while more places are free than it
        holds: the first network gets half of them, a second one half of the rest, and so on.
        """
        networks = path_of(address)
        with self.lock:
            if person in self.asking:
                raise core.Refused("hint_under_way")
            free = MOST_WAITING - len(self.asking)
            if any(self.of[network] >= free for network in networks):
                raise core.Refused("busy")
            self.asking.add(person)
            self.of.update(networks)
        try:
            yield
        finally:
            with self.lock:
                self.asking.discard(person)
                self.of = +(self.of - Counter(networks))

    def in_turn(self, address: str, work: Callable[..., Any], *question: Any) -> Any:
        """Return the answer of the process. Networks take turns, so many requests from one network don't delay the
        others."""
        answer = self.thread.submit(partial(self.think, work, *question), path_of(address)[0])
        try:
            return answer.result(LONGEST)
        except TimeoutError as error:
            if answer.cancel():
                raise core.Refused("busy") from error
        # The turn came at the last moment.
        return answer.result()

    def think(self, work: Callable[..., Any], *question: Any) -> Any:
        try:
            return self.processes.wait_for(LONGEST, work, *question)
        except TimeoutError as error:
            raise core.Refused("busy") from error


coach = Coach()
