"""Find a Chromium for browser tests, or install one.

An installed one is preferred, then Playwright's own, then the system's package. As a script it prints the path, or one
sentence on how to get a browser and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# A Chromium without windows and notifications is enough for most tests and takes a third less processor time. Debian
# has it.
LIGHT = "chromium-headless-shell"
# The arguments of each package manager, with its name of the package.
MANAGERS = {
    "apt-get": ("install", "-y", "--no-install-recommends", "chromium"),
    "dnf": ("install", "-y", "chromium"),
    "zypper": ("--non-interactive", "install", "chromium"),
    "pacman": ("-Sy", "--noconfirm", "chromium"),
    "apk": ("add", "chromium"),
}
HOW = (
    "No Chromium can be found or fetched. Install one (Debian: apt install chromium; or: "
    ".venv/bin/python -m playwright install --with-deps chromium), or set CHROMIUM to the path of yours."
)
LONGEST = 400  # seconds for one way of getting a browser


def works(path: str) -> bool:
    """Return True if the browser starts. Some systems have a command that only says how to install it."""
    try:
        process = subprocess.run(
            [path, "--version"], capture_output=True, timeout=30, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return process.returncode == 0


def find() -> str:
    """Return the path of a browser that starts; "" if there is none."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen if works(chosen) else ""
    installed = (shutil.which(name) for name in NAMES)
    return next((path for path in (*installed, _playwrights()) if path and works(path)), "")


def find_light() -> str:
    """Return the path of a light browser, else of any."""
    light = "" if os.environ.get("CHROMIUM") else shutil.which(LIGHT)
    return light if light and works(light) else find()


def _playwrights() -> str:
    script = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    path = answer.stdout.strip()
    return path if path and Path(path).exists() else ""


def get() -> str:
    """Install a browser and return its path; "" if every way fails."""
    for command in _ways():
        print("Getting a browser:", " ".join(command), file=sys.stderr, flush=True)
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=LONGEST)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error, file=sys.stderr)
        if path := find():
            return path
    return ""


def _ways() -> list[list[str]]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    ways = [[sys.executable, "-m", "playwright", "install", *(["--with-deps"] if root else []), "chromium"]]
    manager = next((name for name in MANAGERS if shutil.which(name)), "")
    if root and manager:
        if manager == "apt-get":
            ways.append(["apt-get", "update", "-q"])
            # If there is no light one, the next way does without.
            ways.append([manager, *MANAGERS[manager], LIGHT])
        ways.append([manager, *MANAGERS[manager]])
    return ways


if __name__ == "__main__":
    browser = find() or ("" if os.environ.get("CHROMIUM") else get())
    if not browser:
        sys.exit(HOW)
    print(browser)
