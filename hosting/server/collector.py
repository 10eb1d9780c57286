"""When Python's collector looks for what is no longer used: often through what is new, which takes some milliseconds,
and through all that lives only while nobody waits. With some hundred busy tables that takes a quarter of a second."""

from __future__ import annotations

import asyncio
import gc
import sys
import time

# As Python has it: objects that are new, and collections of these until what has outlived one is looked through. The
# oldest are left to `collect_when_quiet`.
THRESHOLDS = 700, 10, 1_000_000_000
# Seconds between two looks, and after how many looks it is done though the process is busy.
EVERY, LONGEST = 1.0, 600
# The share of a core at which a process counts as quiet.
QUIET = 0.2
# So often something has outlived a collection since all was looked through; before that there is little to find.
WORTH = 20
# For each second that it took, so many looks pass before it is done again: with 10,000 idle sockets it takes half a
# one.
REST = 50


def tune() -> None:
    """What is loaded now stays: the collector needn't look through it again. And the loop must not wait long for the
    interpreter while a database thread computes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(0.001)


async def collect_when_quiet() -> None:
    """On the loop, for ever."""
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
    """Whether to look through all that lives: `grown` is how often something has outlived a collection, `worked` the
    seconds that the process has worked since the last look, `waited` the looks since it was done, which then took so
    many seconds."""
    if grown < WORTH or waited < REST * took:
        return False
    return worked < QUIET * EVERY or waited >= LONGEST
