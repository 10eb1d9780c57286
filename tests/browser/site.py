"""A site of its own for the browser tests: one real server process, on a database file, that can be killed and
started."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

from django.conf import settings as of_tests

from scripts.cluster.process import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
STARTED = "scheduler_started"
LONGEST_START = 60  # seconds


class Site:
    """`var` holds its database and its key, and outlives the process. `fresh` is a site that was prepared
    (tests/helpers/once.py); what has other games has other static files, and prepares its own."""

    def __init__(self, var: Path, fresh: Path | None = None, **settings: str) -> None:
        self.var = var
        # What this site's processes find in their environment beyond what is said below.
        self.settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # Passkeys belong to a name: a number has none.
        self.by_name = f"http://localhost:{self.port}"
        self.lines: list[str] = []
        if fresh is None:
            said, _nothing = self._manage("collectstatic", "--noinput", "-v0").communicate()
            assert said == ""
        else:
            shutil.copytree(fresh / "var", var, dirs_exist_ok=True)
            self.settings["STATIC_ROOT"] = str(fresh / "static")

    def _manage(self, *words: str) -> subprocess.Popen[str]:
        environment = os.environ | {
            "VAR_DIR": str(self.var),
            "BOT_PAUSE_MS": "0",
            # So that a test can have the cards it needs (steps.with_cards).
            "SECRET_KEY": of_tests.SECRET_KEY,
            "DATABASE_URL": "",
            "CHANNEL_URL": "",
        }
        environment.pop("DATABASE_URL")
        environment |= self.settings
        return subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # A group of its own, so that its thinking processes end with it.
            start_new_session=True,
        )

    def start(self) -> None:
        """Returns when it serves: the scheduler says that it has started once the port is open."""
        self.process = self._manage("serve", "--port", str(self.port))
        serves = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process, serves), daemon=True)
        self.reader.start()
        if not serves.wait(LONGEST_START):
            self.kill()
            raise AssertionError("the site did not start:\n" + "".join(self.lines))

    def _read(self, process: subprocess.Popen[str], serves: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.lines.append(line)
                if STARTED in line:
                    serves.set()

    def kill(self) -> None:
        """As a power cut would: no time to close anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join()

    def troubles(self) -> str:
        """All that the server wrote, if something of it is about an error; else nothing."""
        wrong = any(
            sign in line for line in self.lines for sign in ("level=error", "Traceback", "Internal Server")
        )
        return "".join(self.lines) if wrong else ""
