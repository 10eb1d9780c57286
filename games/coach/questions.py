"""Requests that wait for the coach's process: hints, positions dealt anew, and choices in exercises."""

from __future__ import annotations

import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from threading import Event, Lock
from typing import Any

from games.coach import hints
from games.coach.analysis import advice, redeal, review
from games.coach.models import Hint
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
        # The requests that wait for the process, by network, and whether the process is at work.
        self.waiting: dict[str, deque[Event]] = {}
        self.busy = False
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
            question = snapshot.rules, view, secrets.randbits(64)
            with self._turn(address):
                answer = self.think(advice.advise, *question)
        return hints.give(table, seat.index, snapshot.table.number, answer)

    def redeal(self, person: int, address: str, *position: Any) -> dict[str, Any]:
        """Call `redeal.redealt` with these arguments and a random seed."""
        with self._alone(person, address), self._turn(address):
            return self.think(redeal.redealt, *position, secrets.randbits(64))

    def judge(self, person: int, address: str, *question: Any) -> review.Part:
        """Call `review.tried` with these arguments."""
        with self._alone(person, address), self._turn(address):
            return self.think(review.tried, *question)

    def warm(self, rules: core.Game, view: core.View) -> None:
        """Let the process start and load the game, so that the first request doesn't wait for that."""
        with self.lock:
            is_warm = rules.NAME in self.warmed
            self.warmed.add(rules.NAME)
        if not is_warm:
            # No request waits for this. If it fails, the next request will show the error.
            with suppress(BrokenExecutor):
                self.processes.submit(advice.warm, rules, view)

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

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        """Wait for the process. Networks take turns, so many requests from one network don't delay the others."""
        network, turn = path_of(address)[0], Event()
        with self.lock:
            if self.busy:
                self.waiting.setdefault(network, deque()).append(turn)
            else:
                self.busy = True
                turn.set()
        if not turn.wait(LONGEST) and self._is_given_up(network, turn):
            raise core.Refused("busy")
        try:
            yield
        finally:
            self._pass_on()

    def _is_given_up(self, network: str, turn: Event) -> bool:
        """Return False if the turn came at the last moment."""
        with self.lock:
            if turn.is_set():
                return False
            self.waiting[network].remove(turn)
            if not self.waiting[network]:
                del self.waiting[network]
            return True

    def _pass_on(self) -> None:
        """Let the next network's first request continue. A network with more requests goes to the end of the queue."""
        with self.lock:
            if not self.waiting:
                self.busy = False
                return
            network = next(iter(self.waiting))
            turns = self.waiting.pop(network)
            turns.popleft().set()
            if turns:
                self.waiting[network] = turns

    def think(self, work: Callable[..., dict[str, Any]], *question: Any) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = self.processes.wait_for(LONGEST, work, *question)
            return answer
        except TimeoutError as error:
            raise core.Refused("busy") from error


coach = Coach()
