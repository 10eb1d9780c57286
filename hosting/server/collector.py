"""Tuning of Python's garbage collector.

New objects are examined often, which takes a few milliseconds. All objects are examined only while the process is
quiet: with some hundred busy tables that takes a quarter of a second.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

# The first generation is larger than Python's (700), because a move leaves some hundred objects that stay: examining
# them took 4 % of the time of a busy process. `collect_when_quiet` collects the oldest generation.
THRESHOLDS = 10_000, 3, 1_000_000_000
# Seconds between two checks, and the number of checks after which all is collected although the process is busy.
EVERY, LONGEST = 1.0, 600
# The share of a core below which a process counts as quiet.
QUIET = 0.2
# The number of collections of the middle generation before a full one finds enough.
WORTH = 5
# The checks to skip for each second that the last full collection took. With 10,000 idle sockets it takes half a
# second.
REST = 50


def tune() -> None:
    """Freeze the present objects, so that they are never examined again, and let threads switch often.

    Otherwise the loop waits long while a database thread computes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(0.001)


async def collect_when_quiet() -> None:
    """Run full collections on the event loop whenever one is due. Never returns."""
    waited, worked, took = 0, time.process_time(), 0.0
    while True:
        await asyncio.sleep(EVERY)
        before, worked = worked, time.process_time()
        waited += 1
        if is_due(gc.get_count()[2], worked - before, waited, took):
            began = time.process_time()
            gc.collect()
            waited, took = 0, time.process_time() - began


def is_due(grown: int, worked: float, waited: int, took: float) -> bool:
    """Return True if a full collection is due.

    `grown` counts collections of the middle generation, `worked` is the CPU time in seconds since the last check,
    `waited` the number of checks since the last full collection, and `took` its seconds.
    """
    if grown < WORTH or waited < REST * took:
        return False
    return worked < QUIET * EVERY or waited >= LONGEST
