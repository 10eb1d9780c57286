"""The luck of the sites that browser tests use: in each run a test meets the same cards, names and moves of bots.

The site's own code runs as it is; what changes is the standard library's source of chance under it. Django still draws
what protects sessions at random.
"""

from __future__ import annotations

import base64
import itertools
import secrets
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from django.apps import AppConfig
from django.conf import settings

# In a site's VAR_DIR: the name of the test that runs, and a line for each start of the site during it.
FILE = "luck"
OURS = ("accounts.", "games.")
# Threads that work beside all tests. They draw the seeds of the deals of the day; ids differ after each start.
BESIDE, SEED = ("scheduler", "deals"), "games.models.table.new_seed"
DRAWS: dict[str, Callable[..., Any]] = {
    "choice": Random.choice,
    "randbelow": Random.randrange,
    "randbits": Random.getrandbits,
    "token_hex": lambda rng, size: rng.randbytes(size).hex(),
    "token_urlsafe": lambda rng, size: base64.urlsafe_b64encode(rng.randbytes(size)).rstrip(b"=").decode(),
}
# What a browser draws when it sits down: visitor `number` has the same bytes in each run. What it draws for anything
# else, as the keys of moves, is its own.
OF_BROWSERS = """
let salted = false;
addEventListener("submit", ({ target }) => (salted = target.hasAttribute("data-salted")), true);
const really = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => (salted ? bytes.fill(%(number)d) : really(bytes));
"""


class Luck(AppConfig):
    name = "tests.browser.luck"

    def ready(self) -> None:
        from games.play import hooks

        repeat_draws(settings.VAR_DIR / FILE)
        # It is last: the deals of the day have seeds of their own. Bots think in another order in each run.
        hooks.bot_seeds.append(
            lambda snapshot, seat: seed_of(snapshot.table.seed, snapshot.table.number, seat)
        )


def seed_of(*names: object) -> int:
    return Random(repr(names)).getrandbits(64)


def repeat_draws(file: Path) -> None:
    """Let each function draw from a stream of its own, which begins anew with each test."""
    counts: defaultdict[tuple[str, str], Iterator[int]] = defaultdict(itertools.count)

    def replaced(really: Callable[..., Any], draw: Callable[..., Any]) -> Callable[..., Any]:
        def drawn(value: Any) -> Any:
            who = caller(sys._getframe(1))
            if (whose := owner(who, file)) is None:
                return really(value)
            return draw(Random(seed_of(whose, who, next(counts[whose, who]))), value)

        return drawn

    for name, draw in DRAWS.items():
        setattr(secrets, name, replaced(getattr(secrets, name), draw))


def caller(frame: FrameType) -> str:
    return f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"


def owner(who: str, file: Path) -> str | None:
    """Return the thread or the test whose luck that function's draw is, or None if it is to be drawn at random."""
    thread = threading.current_thread().name
    if thread.startswith(BESIDE):
        return thread if who == SEED else None
    return file.read_text() if who.startswith(OURS) else None
