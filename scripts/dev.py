"""`make dev`: run the site with DEBUG, and restart it when a source file is saved. Pages reload
(django-browser-reload)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from watchfiles import DefaultFilter, run_process

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("accounts", "config", "games", "hosting", "locale", "static", "templates")
SAVED = (".py", ".html", ".jinja", ".css", ".js", ".svg", ".po", ".json")


class Saved(DefaultFilter):
    """A filter for source files of the site."""

    def __call__(self, change: object, path: str) -> bool:
        return path.endswith(SAVED) and super().__call__(change, path)  # type: ignore[arg-type]


def serve(port: str) -> None:
    """Collect static files and compile translations, then become the site's process."""
    subprocess.run([sys.executable, "scripts/setup.py", "test"], check=True)
    os.execv(sys.executable, [sys.executable, "manage.py", "serve", "--port", port])


if __name__ == "__main__":
    # A shell that starts this in the background ignores SIGINT, and the site would not hear it either.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(ROOT)
    os.environ |= {"DEBUG": "1", "BOT_PAUSE_MS": os.environ.get("BOT_PAUSE_MS", "300")}
    print(f"All seats of a table side by side: http://localhost:{sys.argv[1]}/workbench/", flush=True)
    run_process(*FOLDERS, target=serve, args=(sys.argv[1],), watch_filter=Saved(), sigint_timeout=30)
