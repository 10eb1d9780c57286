"""Calls that begin at the same moment, on a real database that all threads share (the fixture `file_database`)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

from django.db import connections

from games.rules.core import Refused


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that begin together, and return their results in order."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def accepted_at_once(**calls: Callable[[], object]) -> set[str]:
    """Run the calls in threads that begin together, and return the names of those that were not refused."""

    def is_accepted(call: Callable[[], object]) -> bool:
        try:
            call()
        except Refused:
            return False
        return True

    results = at_once(*(partial(is_accepted, call) for call in calls.values()))
    return {name for name, accepted in zip(calls, results, strict=True) if accepted}
