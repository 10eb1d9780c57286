"""The scheduler's housekeeping, all of it at once."""

from __future__ import annotations

from games.scheduler import housekeeping


def do_all() -> None:
    for name in housekeeping.tasks():
        housekeeping.do(name)
