"""What a person asks for and waits for: what the strongest bot would do, or a position dealt anew. Thought about in a
process of its own, while the request waits."""

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

# Questions that may wait for the one process; whoever comes then is asked to come again.
MOST_WAITING = 8
# Seconds after which nobody waits any longer.
LONGEST = 15.0
NICE = 5


class Coach:
    """Starts its process with the first board on which something may be asked, or with the first question."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.processes = Processes(1, NICE)
        self.asking: set[int] = set()
        # How many of them ask from each network.
        self.of: Counter[str] = Counter()
        # Who waits for the process, by network; and whether it thinks for somebody.
        self.waiting: dict[str, deque[Event]] = {}
        self.busy = False
        # The games that the process knows by now.
        self.warmed: set[str] = set()

    def ask(self, table: str, person: int, address: str, seen: int) -> Hint:
        """What the person's seat is told, now or already in this turn; Refused where there is no hint to be had."""
        snapshot, seat, given = hints.asking(table, person, seen)
        if given is not None:
            return given
        view = snapshot.rules.view(snapshot.state, seat.index)
        with self._alone(person, address), metrics.thinking(snapshot.rules.NAME, "hint"):
            question = snapshot.rules, view, secrets.randbits(64)
            with self._turn(address):
                answer = self.think(advice.advise, *question)
        return hints.give(table, seat.index, snapshot.table.number, answer)

    def redeal(self, person: int, address: str, *position: Any) -> dict[str, Any]:
        """The position that `redeal.redealt` is asked for, less its seed."""
        with self._alone(person, address), self._turn(address):
            return self.think(redeal.redealt, *position, secrets.randbits(64))

    def judge(self, person: int, address: str, *question: Any) -> review.Part:
        """What `review.tried` is asked for."""
        with self._alone(person, address), self._turn(address):
            return self.think(review.tried, *question)

    def warm(self, rules: core.Game, view: core.View) -> None:
        """Let the process start and load the game before the first question, which then needn't wait for it."""
        with self.lock:
            known = rules.NAME in self.warmed
            self.warmed.add(rules.NAME)
        if not known:
            # Nobody waits for it, and whatever fails will fail again when somebody does.
            with suppress(BrokenExecutor):
                self.processes.submit(advice.warm, rules, view)

    @contextmanager
    def _alone(self, person: int, address: str) -> Iterator[None]:
        """Each person asks one question at a time, and a network takes a place as long as more are free than it has:
        the first has half of them, a second half of the rest, and so on."""
        networks = path_of(address)
        with self.lock:
            if person in self.asking:
                raise core.Refused("hint_under_way")
            free = MOST_WAITING - len(self.asking)
            if any(self.of[each] >= free for each in networks):
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
        """Networks take turns at the process: who asks from elsewhere is next, however many one network asks."""
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
        """Let the next network's first question go on; a network that has more is last in line again."""
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
