"""A separate site for browser tests: a real server process on a database file that can be killed and started."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

from django.conf import settings as of_tests

from scripts.cluster.process import PATIENCE, free_port
from tests.browser import luck

ROOT = Path(__file__).resolve().parent.parent.parent
STARTED = "scheduler_started"


class Site:
    """`var` has the database and the key, and outlives the process. `fresh` is a prepared site
    (tests/helpers/once.py). A site with other games (GAMES) collects its own static files."""

    def __init__(self, var: Path, fresh: Path, **settings: str) -> None:
        self.var = var
        # More environment variables for this site's processes.
        self.settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # Passkeys need a host name, not an IP address.
        self.by_name = f"http://localhost:{self.port}"
        self.lines: list[str] = []
        shutil.copytree(fresh / "var", var, dirs_exist_ok=True)
        if "GAMES" in settings:
            output, _nothing = self._manage("collectstatic", "--noinput", "-v0").communicate()
            assert output == ""
        else:
            self.settings["STATIC_ROOT"] = str(fresh / "static")
        self.deal_to("")

    def _manage(self, *words: str) -> subprocess.Popen[str]:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "VAR_DIR": str(self.var),
            "BOT_PAUSE_MS": "0",
            # So that a test can choose the cards (steps.with_cards).
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
            # A separate process group, so that the bots' processes end with it.
            start_new_session=True,
        )

    def start(self) -> None:
        """Start the site. Returns when it serves: the scheduler logs its start after the port is open."""
        with (self.var / luck.FILE).open("a") as file:
            file.write("started\n")
        self.process = self._manage("serve", "--port", str(self.port))
        serves = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process, serves), daemon=True)
        self.reader.start()
        if not serves.wait(PATIENCE):
            self.kill()
            raise AssertionError("the site did not start:\n" + "".join(self.lines))

    def deal_to(self, test: str) -> None:
        """Let this test have its luck (tests/browser/luck.py), whatever tests ran before it."""
        (self.var / luck.FILE).write_text(f"{test}\n")

    def _read(self, process: subprocess.Popen[str], serves: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.lines.append(line)
                if STARTED in line:
                    serves.set()

    def kill(self) -> None:
        """Kill it like a power cut, without time to close anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join()

    def troubles(self) -> str:
        """Return the server's output if it contains an error, else ""."""
        wrong = any(
            sign in line for line in self.lines for sign in ("level=error", "Traceback", "Internal Server")
        )
        return "".join(self.lines) if wrong else ""
