"""Checks that static files are collected. Every page fails without them."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

COLLECT = "Run manage.py collectstatic --noinput, and restart the site."


def trouble() -> str:
    """Return the reason why pages can't be shown; "" if they can."""
    if problem := lost():
        return problem
    names = collected()
    return _missing([name for name in sources() if name not in names])


def lost() -> str:
    """Do as `trouble` for collected files only, which is quick."""
    if not listed().exists():
        return f"the static files have not been collected into {listed().parent}"
    return _missing([name for name in collected().values() if not (listed().parent / name).exists()])


def _missing(names: list[str]) -> str:
    return f"{len(names)} static files are missing, such as {names[0]}" if names else ""


def listed() -> Path:
    """Return the path of the manifest of collected files."""
    return Path(settings.STATIC_ROOT) / "staticfiles.json"


def collected() -> dict[str, str]:
    """Return the hashed names by original name."""
    paths: dict[str, str] = json.loads(listed().read_text())["paths"]
    return paths


def sources() -> dict[str, Path]:
    """Return the files that can be collected."""
    return {
        name: Path(storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list(["CVS", ".*", "*~"])
    }
