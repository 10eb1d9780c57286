"""The static files against what was collected: without them every page fails."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

COLLECT = "Run manage.py collectstatic --noinput, and restart the site."


def trouble() -> str:
    """What keeps pages from being shown; empty if nothing does."""
    if found := lost():
        return found
    known = collected()
    return _missing([name for name in sources() if name not in known])


def lost() -> str:
    """The same, of what was collected: quick to find out."""
    if not listed().exists():
        return f"the static files have not been collected into {listed().parent}"
    return _missing([name for name in collected().values() if not (listed().parent / name).exists()])


def _missing(names: list[str]) -> str:
    return f"{len(names)} static files are missing, such as {names[0]}" if names else ""


def listed() -> Path:
    """The list of what was collected."""
    return Path(settings.STATIC_ROOT) / "staticfiles.json"


def collected() -> dict[str, str]:
    """Their names with a hash in each, by their own."""
    paths: dict[str, str] = json.loads(listed().read_text())["paths"]
    return paths


def sources() -> dict[str, Path]:
    """What there is to collect."""
    return {
        name: Path(storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list(["CVS", ".*", "*~"])
    }
