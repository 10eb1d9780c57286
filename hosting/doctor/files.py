"""The site's own files: who may read them, whether there is room, and whether the static ones are all there."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

from hosting.doctor.findings import Finding, doubtful, right, wrong

ENOUGH, LITTLE = 2_000_000_000, 200_000_000  # bytes


def check_rights() -> Iterator[Finding]:
    folder = Path(settings.VAR_DIR)
    paths = [folder, *_private(folder)]
    open_to_others = [path for path in paths if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]
    foreign = [path for path in paths if path.stat().st_uid != os.geteuid()]
    for path in open_to_others:
        mode = "700" if path.is_dir() else "600"
        yield wrong(f"others may read {path}", f"chmod {mode} {path}")
    for path in foreign:
        yield doubtful(
            f"{path} belongs to another user than the doctor's", "Run the doctor as the site's user."
        )
    if not open_to_others and not foreign:
        yield right(f"{folder} and what is secret in it are for their owner only")


def _private(folder: Path) -> list[Path]:
    paths = [folder / "secret-key", folder / "vapid-key"]
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        file = Path(database["NAME"])
        paths += [file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")]
    return [path for path in paths if path.exists()]


def check_disk(enough: int = ENOUGH, little: int = LITTLE) -> Iterator[Finding]:
    """At least so many bytes free: `enough`, or `little` for today."""
    free = shutil.disk_usage(settings.VAR_DIR).free
    said = f"{free / 1e9:.1f} GB are free for {settings.VAR_DIR}"
    todo = "Make room: when the disk is full no move can be stored."
    yield wrong(said, todo) if free < little else doubtful(said, todo) if free < enough else right(said)


def check_static() -> Iterator[Finding]:
    """The list of what was collected against what there is to collect."""
    collect = "Run manage.py collectstatic --noinput, and restart the site."
    listed = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not listed.exists():
        yield wrong(f"the static files have not been collected into {listed.parent}", collect)
        return
    known: dict[str, str] = json.loads(listed.read_text())["paths"]
    missing = [name for name in _sources() if name not in known]
    lost = [name for name in known.values() if not (listed.parent / name).exists()]
    older = [name for name, path in _sources().items() if path.stat().st_mtime > listed.stat().st_mtime]
    if missing or lost:
        yield wrong(f"{len(missing + lost)} static files are missing, such as {(missing + lost)[0]}", collect)
    elif older:
        yield doubtful(f"{len(older)} static files were changed since, such as {older[0]}", collect)
    else:
        yield right(f"{len(known)} static files are collected in {listed.parent}")


def _sources() -> dict[str, Path]:
    return {
        name: Path(storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list(["CVS", ".*", "*~"])
    }
