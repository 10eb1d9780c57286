"""Metrics for Prometheus, on a port of their own (METRICS_PORT), never on the public one.

Other packages use what is below; nothing here knows them. While the port is 0, nobody can read the metrics.
Timed work is also a span of a trace (hosting/observability/tracing.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from hosting.observability import tracing

# In seconds. A move takes some milliseconds; above a second somebody waits visibly.
QUICK = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

# By kind: `table`, `lobby` or `page`. The functions of gauges are called in another thread.
sockets = Gauge("unbirthday_sockets", "Sockets that are open.", ["kind"])
_refused = Counter("unbirthday_refused", "What visitors were refused, by its code.", ["why"])
# By a `person`, a `bot` or the `clock`.
moves = Counter("unbirthday_moves", "Moves that were stored, and who made them.", ["game", "by"])
_move = Histogram(
    "unbirthday_move_seconds", "From a move's arrival until it was answered.", ["game"], buckets=QUICK
)
_commit = Histogram(
    "unbirthday_commit_seconds", "From the first statement of a move until it was stored.", buckets=QUICK
)
_render = Histogram("unbirthday_render_seconds", "Drawing a board for one audience.", ["game"], buckets=QUICK)
queue = Gauge("unbirthday_queue_length", "What waits for a thread.", ["queue"])
outbox = Gauge("unbirthday_outbox_length", "Messages that are due and not yet sent.", ["channel"])
# By `mail`, `push` or `webhook`, which were `sent`, `refused` or are in `doubt`.
sent = Counter("unbirthday_sent", "Mails, pushes and webhooks, and how they ended.", ["channel", "outcome"])
_thinking = Histogram("unbirthday_bot_seconds", "A bot's thinking.", ["game", "level"], buckets=LONG)
_round = Histogram("unbirthday_scheduler_round_seconds", "One round of the scheduler.", buckets=LONG)
pulse = Gauge("unbirthday_scheduler_age_seconds", "Since any scheduler was last heard of.")


@contextmanager
def _timed(histogram: Histogram, name: str, **about: object) -> Iterator[None]:
    """Time the block, failures included."""
    began = time.perf_counter()
    try:
        with tracing.span(name, **about):
            yield
    finally:
        histogram.observe(time.perf_counter() - began)


@contextmanager
def answering_move(game: str, table: str) -> Iterator[None]:
    """Time the answer to a move. Refusals are counted by code, too."""
    with _timed(_move.labels(game), "move", game=game, table=table):
        try:
            yield
        except Exception as error:
            _refused.labels(getattr(error, "code", type(error).__name__)).inc()
            raise


def saving(moves: int) -> AbstractContextManager[None]:
    return _timed(_commit, "save", moves=moves)


def rendering(game: str) -> AbstractContextManager[None]:
    return _timed(_render.labels(game), "render", game=game)


def thinking(game: str, level: str) -> AbstractContextManager[None]:
    return _timed(_thinking.labels(game, level), "think", game=game, level=level)


def scheduling() -> AbstractContextManager[None]:
    return _timed(_round, "scheduler's round")


def serve(host: str, port: int) -> None:
    """Serve metrics until the process ends; nothing with port 0. OSError if the port is taken."""
    if port:
        start_http_server(port, host)
