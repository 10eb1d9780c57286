"""Hooks of the scheduler. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from typing import Any, Protocol

from games.scheduler.seats import BusySeats


class Round(Protocol):
    """Something that is done in each round of the scheduler."""

    def round(self) -> Awaitable[None]: ...


# Called with the scheduler's seats. Their rounds come before those of overdue people and of bots.
rounds: list[Callable[[BusySeats], Round]] = []
# Coroutines that run beside the scheduler until they are cancelled.
workers: list[Callable[[], Coroutine[Any, Any, None]]] = []
# Tasks of housekeeping, by the name under which what was done is logged; each answers how many it was.
tasks: dict[str, Callable[[datetime], int]] = {}
