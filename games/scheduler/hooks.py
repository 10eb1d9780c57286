"""What features add to the scheduler. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.scheduler.seats import Seats


class Round(Protocol):
    """Something that is looked for in each of the scheduler's rounds."""

    def round(self) -> Awaitable[None]: ...


@dataclass
class Hooks:
    # Made with the scheduler's seats; their rounds come before those of people whose time is over, and of bots.
    rounds: list[Callable[[Seats], Round]] = field(default_factory=list)
    # What runs beside the scheduler, until it is cancelled.
    workers: list[Callable[[], Coroutine[Any, Any, None]]] = field(default_factory=list)


hooks = Hooks()
