"""The cost of pages and a move with many finished matches, against few.

It is measured in one process without a server, in one database before and after it has grown.
"""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable
from typing import Any

from scripts.bench import many, report, stage
from scripts.bench.server import percentile
from scripts.bench.stored import play

# All of the few matches are of the same four people, so that their pages are full.
FASTER = 0.25
OLDER = re.compile(r'rel="next" href="([^"]+)"')
FEW, SAME, ROUNDS = 50, 4, 60


def timed(ask: Callable[[], Any]) -> float:
    """Return ms of processor time, by the faster rounds, because other programs slow some down."""
    ask()
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        ask()
        spent.append(time.process_time() - began)
    return percentile(spent, FASTER)


def main(matches: int = 100_000) -> None:
    stage.prepare()
    from random import Random

    from django.conf import settings

    from games.models import Table

    settings.ALLOWED_HOSTS = ["testserver"]
    # Measure pages only: the middleware looks for collected static files.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("servestatic.")]
    match = _finished(play, Random(1), Table)
    first = many.fill(match, FEW, people=SAME)
    before = _costs(first)
    report.progress(f"growth: {matches:,} finished matches")
    many.fill(match, matches, begin=FEW, progress=lambda text: report.progress(f"growth: writing {text}"))
    after = _costs(first)
    title = f"Processor time, ms, with {FEW} and with {matches:,} finished matches (the faster of {ROUNDS})"
    report.grown("growth", title, FEW, matches, before, after)


def _finished(play: Callable[..., int], rng: Any, tables: Any) -> str:
    play(stage.games_to_measure()[0], rng)
    return str(tables.objects.latest("ended_at").pk)


def _costs(person: Any) -> dict[str, float]:
    """Return the ms by what is requested."""
    from django.test import Client

    visitor, own = Client(), Client()
    own.force_login(person)
    address = person.get_absolute_url()
    older = html.unescape(OLDER.search(own.get(address).content.decode())[1])  # type: ignore[index]
    return {
        "the lobby": timed(lambda: own.get("/lobby/")),
        "a profile, by a visitor": timed(lambda: visitor.get(address)),
        "one's own profile": timed(lambda: own.get(address)),
        "an older page": timed(lambda: own.get(f"{address}{older}")),
        "a move": _a_move(),
    }


def _a_move() -> float:
    from games.play import storage

    places = stage.seat_people(1)[0]
    snapshot = storage.load(places[0].table)
    spent = []
    while snapshot.table.is_running:
        seat, move = stage.next_move(snapshot)
        began = time.process_time()
        snapshot = stage.make_move(snapshot, seat, move)
        spent.append(time.process_time() - began)
    return percentile(spent, FASTER)
