"""Checks of the site's files: permissions, disk space, and collected static files."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from hosting import static_files
from hosting.doctor.findings import Finding, doubtful, judged, right, wrong

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
    """Yield wrong with less than `little` bytes free, doubtful with less than `enough`."""
    free = shutil.disk_usage(settings.VAR_DIR).free
    sentence = f"{free / 1e9:.1f} GB are free for {settings.VAR_DIR}"
    todo = "Make room: when the disk is full no move can be stored."
    yield judged(sentence, todo, is_wrong=free < little, is_doubtful=free < enough)


def check_static() -> Iterator[Finding]:
    """Compare the collected files with the sources."""
    if trouble := static_files.trouble():
        yield wrong(trouble, static_files.COLLECT)
        return
    listed, sources = static_files.listed(), static_files.sources()
    older = [name for name, path in sources.items() if path.stat().st_mtime > listed.stat().st_mtime]
    if older:
        yield doubtful(
            f"{len(older)} static files were changed since, such as {older[0]}", static_files.COLLECT
        )
    else:
        yield right(f"{len(static_files.collected())} static files are collected in {listed.parent}")
