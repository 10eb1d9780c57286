"""Copies of the site, and its commands run in them: what is written there is written nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers.own_games import OWN

ROOT = Path(__file__).resolve().parents[2]
# What a checkout has besides what is written in it; and byte code that another process is just writing.
MADE = (".*", "var", "screenshots", "*.pyc.*")
# Of what begins with a dot: what the site asks of templates.
WRITTEN = ".djlint_rules.yaml"
# Without other processes, browsers and a cache.
PLAIN = ("-n", "0", "-p", "no:playwright", "-p", "no:cacheprovider")
OWN_GAMES = ",".join(f"games.{name}" for name in OWN)


def copy_of_the_site(folder: Path) -> Path:
    """The whole of it as it comes, `folder` being empty; with its byte code, so that no command compiles it anew."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE), dirs_exist_ok=True)
    shutil.copy(ROOT / WRITTEN, folder)
    # A game that somebody has begun beside the site's own may have a name that is written here.
    for rules in folder.glob("games/*/rules"):
        if rules.parent.name not in OWN:
            shutil.rmtree(rules.parent)
    return folder


def run(site: Path, *words: str, code: int = 0, **settings: str) -> str:
    """What that says in the copy, with all that it writes below it; it must end with that code."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GAMES"))
    }
    environment |= {
        "VAR_DIR": str(site / "var"),
        "LOG_LEVEL": "ERROR",
    } | settings
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, *words],
        cwd=site,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == code, done.stdout
    return done.stdout
