"""A pool of processes that is stopped waits for nothing."""

from __future__ import annotations

import os
import signal
from concurrent.futures import BrokenExecutor

import pytest

from games.scheduler.processes import Processes
from scripts.cluster.process import PATIENCE, until


def test_a_stopped_pool_ends_its_process_whatever_it_computes_and_starts_no_other() -> None:
    processes = Processes(1, 0)
    processes.submit(os.getpid).result(PATIENCE)
    endless = processes.submit(signal.pause)
    until("it computes", endless.running)
    processes.stop()
    with pytest.raises(BrokenExecutor):
        endless.result(PATIENCE)
    with pytest.raises(RuntimeError):
        processes.submit(os.getpid)
    with pytest.raises(RuntimeError):
        processes.wait_for(PATIENCE, os.getpid)
