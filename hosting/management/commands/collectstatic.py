"""`manage.py collectstatic`, safe beside a running site.

Files are prepared in a folder of their own and put in place one by one, each atomically. Files that older pages and
processes still request stay for a month.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
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
# The manifest. A process reads it when it starts, so it is put in place last.
LIST = "staticfiles.json"
# The prefix of the collector's own files.
OWN = ".collecting"
# Names that hold the hash of their content. Nothing else is removed: the folder may hold other files.
HASHED = re.compile(r"\.[0-9a-f]{12}\.")


class Command(collectstatic.Command):
    help = "Collect static files in a single location; safe while the site runs."

    def handle(self, **options: Any) -> str | None:
        root = Path(settings.STATIC_ROOT)
        if options["dry_run"] or options["link"] or not isinstance(self.storage, FileSystemStorage):
            return super().handle(**options)
        root.mkdir(parents=True, exist_ok=True)
        with alone_in(root), tempfile.TemporaryDirectory(prefix=f"{OWN}-", dir=root) as place:
            self.collect_into(Path(place))
            report = super().handle(**options | {"clear": False, "interactive": False})
            put_in_place(Path(place), root, time.time())
        return report.replace(place, str(root)) if report else report

    def collect_into(self, place: Path) -> None:
        """Make the storage, and the storage of its manifest, write into `place`."""
        for storage in (self.storage, getattr(self.storage, "manifest_storage", None)):
            if storage is not None:
                storage._location = str(place)
                for attribute in ("base_location", "location"):
                    storage.__dict__.pop(attribute, None)


@contextmanager
def alone_in(root: Path) -> Iterator[None]:
    """Lock the folder: other collectors wait."""
    with open(os.open(root / OWN, os.O_RDWR | os.O_CREAT, 0o600), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def put_in_place(ready: Path, root: Path, now: float) -> None:
    """Move the files in place, the manifest last. Moves within a file system are atomic."""
    before = listed(root)
    new = [path.relative_to(ready) for path in ready.rglob("*") if path.is_file() and path != ready / LIST]
    for name in new:
        target = root / name
        target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        (ready / name).replace(target)
    for name in before - set(new):
        with suppress(FileNotFoundError):
            # It was in use until now, so its month begins.
            os.utime(root / name, (now, now))
    remove_old(root, older_than=now - KEPT)
    if (ready / LIST).exists():
        tell_sizes(ready / LIST, root)
        (ready / LIST).replace(root / LIST)


def listed(root: Path) -> set[Path]:
    """Return the files that the manifest in place names, with their compressed versions."""
    if not (root / LIST).exists():
        return set()
    paths: dict[str, str] = json.loads((root / LIST).read_text())["paths"]
    return {
        Path(name + ending) for name in (*paths, *paths.values()) for ending in ("", ".gz", ".br", ".zstd")
    }


def tell_sizes(listed: Path, root: Path) -> None:
    """Write the sizes and times of the files in place into the manifest, from which a starting process takes them."""
    manifest = json.loads(listed.read_text())
    if "stats" in manifest:
        manifest["stats"] = {str(path.relative_to(root)): list(path.stat()) for path in collected(root)}
        listed.write_text(json.dumps(manifest))


def collected(root: Path) -> list[Path]:
    """Return every file in the folder but the collector's own."""
    paths = [path for path in root.rglob("*") if not path.relative_to(root).parts[0].startswith(OWN)]
    return [path for path in paths if path.is_file() and path != root / LIST]


def remove_old(root: Path, older_than: float) -> None:
    """Remove collected files that were last in use before that time, in seconds since 1970."""
    for path in collected(root):
        if HASHED.search(path.name) and path.stat().st_mtime < older_than:
            path.unlink()
            with suppress(OSError):
                # Removes only empty folders.
                path.parent.rmdir()
