"""A program that runs beside this process, and ends with it."""

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
# Seconds until a wait fails. On a busy machine a command needs half a minute to start.
PATIENCE = 180.0
# Looked up here because locks of other threads stay taken for ever between fork and exec.
PRCTL = ctypes.CDLL(None).prctl
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def until(what: str, true: Callable[[], Answer | None]) -> Answer:
    """Call `true` until it returns a true value, and return that. Raise TimeoutError after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not (answer := true()):
        if time.monotonic() > end:
            raise TimeoutError(f"never: {what}")
        time.sleep(0.02)
    return answer


def free_port() -> int:
    """Reserve a port as long as this process runs, and return it.

    A server that gets the number can listen on it, also after a restart. Until then connections are refused.
    """
    probe = socket.socket()
    # Linux allows a listener beside a socket that only holds the port, if both set this option, as our servers do.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    probe.bind(("127.0.0.1", 0))
    number: int = probe.getsockname()[1]
    # The socket is never closed, so that the port stays reserved.
    probe.detach()
    return number


def _end_with_parent() -> None:
    PRCTL(DIE_WITH_PARENT, signal.SIGTERM)


class Process:
    """A process in a session of its own: Ctrl-C reaches only us, and we end the others in order."""

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
        """Raise RuntimeError with the end of the log if the process has ended."""
        if not self.runs:
            raise RuntimeError(
                f"{self.name} has ended with {self.popen.returncode}:\n{self.log.read_text()[-2000:]}"
            )

    def answers(self, port: int) -> None:
        """Wait until the process listens on the port."""

        def listens() -> bool:
            self.check()
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        until(f"{self.name} on port {port}", listens)

    def kill(self) -> None:
        """Kill this process only, as in a crash."""
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> None:
        """Ask the process to end, and kill it after a while, as a supervisor would."""
        stop_all([self])

    def _end(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()


def stop_all(processes: Sequence[Process]) -> None:
    """Stop these processes side by side, because each takes some time to end."""
    for process in processes:
        if process.runs:
            process.popen.terminate()
    for process in processes:
        process._end()
