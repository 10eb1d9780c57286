"""What the steward does now and then: whatever nobody waits for. Each is short, or works off what it finds a piece
at a time, and each can be left at any moment: the next round finds what is still to be done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog
from django.utils import timezone

from accounts.guests import remove_unseen
from accounts.sessions import remove_expired
from games import play

log = structlog.get_logger("unbirthday.steward")

CHORES: dict[str, Callable[[datetime], int]] = {
    "tables_closed": play.close_deserted,
    "matches_abandoned": play.close_abandoned,
    "matches_warned": play.warn_of_closing,
    "deadlines_put_right": lambda _now: play.put_right(),
    "guests_removed": remove_unseen,
    "sessions_removed": remove_expired,
}


def do(name: str) -> None:
    if count := CHORES[name](timezone.now()):
        log.info(name, count=count)


def do_all() -> None:
    for name in CHORES:
        do(name)
