"""Copies of the site, and its commands run in them. Files are written only there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.helpers.own_games import OWN

ROOT = Path(__file__).resolve().parents[2]
# Files of a checkout that aren't sources, and byte code that another process is writing.
MADE = (".*", "var", "screenshots", "*.pyc.*")
# The only hidden file that is needed, the rules for templates.
WRITTEN = ".djlint_rules.yaml"
# Without other processes, browsers and a cache.
PLAIN = ("-n", "0", "-p", "no:playwright", "-p", "no:cacheprovider")
OWN_GAMES = ",".join(f"games.{name}" for name in OWN)


def copy_of_the_site(folder: Path) -> Path:
    """Copy the whole site into the empty `folder`, with its byte code, so that no command compiles it again."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE), dirs_exist_ok=True)
    shutil.copy(ROOT / WRITTEN, folder)
    # A game begun beside the site's own may have a name that is used here.
    for rules in folder.glob("games/*/rules"):
        if rules.parent.name not in OWN:
            shutil.rmtree(rules.parent)
    return folder


def run(site: Path, *words: str, code: int = 0, **settings: Any) -> str:
    """Run the words in the copy and return the output, which includes the files written below it. It must exit with
    that code."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GAMES"))
    }
    environment |= {
        "VAR_DIR": str(site / "var"),
        "LOG_LEVEL": "ERROR",
    } | settings
    environment.pop("DATABASE_URL", None)
    process = subprocess.run(
        [sys.executable, *words],
        cwd=site,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert process.returncode == code, process.stdout
    return process.stdout
