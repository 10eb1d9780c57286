"""Calls that begin at the same moment, on a real database that all threads share (the fixture `file_database`)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections


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
