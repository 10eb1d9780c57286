"""A program that runs beside us, and ends with us."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")
ROOT = Path(__file__).resolve().parents[2]
# Seconds until what is waited for counts as lost. Where much else runs, a command that starts takes half a minute.
PATIENCE = 180.0
# Looked up here: between fork and exec another thread's locks stay taken for ever.
PRCTL = ctypes.CDLL(None).prctl
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def until(what: str, true: Callable[[], Answer | None]) -> Answer:
    """Ask again until the answer is true; the answer. TimeoutError after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not (answer := true()):
        if time.monotonic() > end:
            raise TimeoutError(f"never: {what}")
        time.sleep(0.02)
    return answer


def free_port() -> int:
    """A port that no other program is given as long as this process runs: whoever names it can listen there, and it
    comes back there after an end. Until then nobody answers at it."""
    probe = socket.socket()
    # Linux lets a listener beside one that only holds the port, if both say so; all servers that we start do.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    probe.bind(("127.0.0.1", 0))
    number: int = probe.getsockname()[1]
    # Never closed.
    probe.detach()
    return number


def _end_with_parent() -> None:
    PRCTL(DIE_WITH_PARENT, signal.SIGTERM)


class Process:
    """In a session of its own: Ctrl-C reaches us alone, and we end the others in their order."""

    def __init__(
        self, name: str, words: Sequence[str | Path], environment: dict[str, str], log: Path
    ) -> None:
        self.name, self.words, self.environment, self.log = name, words, environment, log
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as file:
            self.popen = subprocess.Popen(
                [str(word) for word in self.words],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )

    @property
    def runs(self) -> bool:
        return self.popen.poll() is None

    def check(self) -> None:
        """RuntimeError with its last words if it has ended."""
        if not self.runs:
            raise RuntimeError(
                f"{self.name} has ended with {self.popen.returncode}:\n{self.log.read_text()[-2000:]}"
            )

    def answers(self, port: int) -> None:
        """Wait until somebody listens."""

        def listens() -> bool:
            self.check()
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        until(f"{self.name} on port {port}", listens)

    def kill(self) -> None:
        """As a crash would end it: this process alone, with no time to close anything."""
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> None:
        """As a supervisor would: asked to end, and given time."""
        if self.runs:
            self.popen.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.popen.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()
