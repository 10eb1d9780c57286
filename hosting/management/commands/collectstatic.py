"""`manage.py collectstatic` as ever, but beside a running site: files are made ready in a folder of their own and put
in place one by one, each at once and whole. What older pages and processes still ask for stays for a month."""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.files.storage import FileSystemStorage

KEPT = 30 * 24 * 3600  # seconds since a file was last in use
# Read by a process that starts: in place only when all that it names is.
LIST = "staticfiles.json"
# How the names of what only the collector needs begin.
OWN = ".collecting"


class Command(collectstatic.Command):
    help = "Collect static files in a single location; safe while the site runs."

    def handle(self, **options: Any) -> str | None:
        root = Path(settings.STATIC_ROOT)
        if options["dry_run"] or options["link"] or not isinstance(self.storage, FileSystemStorage):
            return super().handle(**options)
        root.mkdir(parents=True, exist_ok=True)
        with alone_in(root), tempfile.TemporaryDirectory(prefix=f"{OWN}-", dir=root) as place:
            self.collect_into(Path(place))
            said = super().handle(**options | {"clear": False, "interactive": False})
            put_in_place(Path(place), root, time.time())
        return said.replace(place, str(root)) if said else said

    def collect_into(self, place: Path) -> None:
        """The storage, and the one in which it lists what it has collected, write there from now on."""
        for storage in (self.storage, getattr(self.storage, "manifest_storage", None)):
            if storage is not None:
                storage._location = str(place)
                for known in ("base_location", "location"):
                    storage.__dict__.pop(known, None)


@contextmanager
def alone_in(root: Path) -> Iterator[None]:
    """One collector at a time; the others wait."""
    with open(os.open(root / OWN, os.O_RDWR | os.O_CREAT, 0o600), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def put_in_place(ready: Path, root: Path, now: float) -> None:
    """The list of them last. They come from within the same file system, so that none is ever there in part."""
    before = listed(root)
    new = [path.relative_to(ready) for path in ready.rglob("*") if path.is_file() and path != ready / LIST]
    for name in new:
        target = root / name
        target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        (ready / name).replace(target)
    for name in before - set(new):
        with suppress(FileNotFoundError):
            # Until now it was in use: its month begins.
            os.utime(root / name, (now, now))
    remove_old(root, older_than=now - KEPT)
    if (ready / LIST).exists():
        tell_sizes(ready / LIST, root)
        (ready / LIST).replace(root / LIST)


def listed(root: Path) -> set[Path]:
    """What the list in place names, with what is compressed beside it."""
    if not (root / LIST).exists():
        return set()
    paths: dict[str, str] = json.loads((root / LIST).read_text())["paths"]
    return {
        Path(name + ending) for name in (*paths, *paths.values()) for ending in ("", ".gz", ".br", ".zstd")
    }


def tell_sizes(listed: Path, root: Path) -> None:
    """A process that starts takes sizes and times from the list; they are of the files that are in place now."""
    known = json.loads(listed.read_text())
    if "stats" in known:
        known["stats"] = {str(path.relative_to(root)): list(path.stat()) for path in collected(root)}
        listed.write_text(json.dumps(known))


def collected(root: Path) -> list[Path]:
    """Every file there, without what only the collector needs."""
    paths = [path for path in root.rglob("*") if not path.relative_to(root).parts[0].startswith(OWN)]
    return [path for path in paths if path.is_file() and path != root / LIST]


def remove_old(root: Path, older_than: float) -> None:
    for path in collected(root):
        if path.stat().st_mtime < older_than:
            path.unlink()
            with suppress(OSError):
                # Only a folder with nothing left in it goes.
                path.parent.rmdir()
