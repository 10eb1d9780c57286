"""Making backups and removing old ones."""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from hosting.backups.archive import FORMAT, Backup, Unusable, engine, pack
from hosting.backups.engines import copy_sqlite, dump_postgresql

NAMES, MADE = "unbirthday-*.tar.gz", "unbirthday-%Y%m%dT%H%M%S.tar.gz"
MAKING = ".making-"
# No backup takes as long.
A_DAY = timedelta(days=1)


def make(folder: Path) -> Path:
    """Write a new backup into the folder, for its owner only. Unusable if it can't be made."""
    now = datetime.now(UTC)
    target = folder / now.strftime(MADE)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_broken_off(folder, now)
        with tempfile.TemporaryDirectory(prefix=MAKING, dir=folder) as place:
            copy = Path(place) / "database"
            copy_sqlite(copy) if engine() == "sqlite" else dump_postgresql(copy)
            pack(target, Backup(FORMAT, now.isoformat(), engine(), applied()), copy)
    except OSError as error:
        raise Unusable(
            f"No backup can be made in {folder} ({error.strerror or error}): name another folder."
        ) from None
    return target


def _remove_broken_off(folder: Path, now: datetime) -> None:
    """Remove what backups left whose process was killed."""
    for path in [*folder.glob(f"{MAKING}*"), *folder.glob(f".{NAMES}.half")]:
        if path.stat().st_mtime < (now - A_DAY).timestamp():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def applied() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def thin(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` backups. Return the removed ones. Their names sort by time."""
    gone = sorted(folder.glob(NAMES))[:-keep] if keep else []
    try:
        for path in gone:
            path.unlink()
    except OSError as error:
        raise Unusable(
            f"A backup is made, and old ones in {folder} can't be removed ({error.strerror}): let them belong to "
            "whoever makes backups."
        ) from None
    return gone


def due(folder: Path, pause: timedelta, now: datetime) -> datetime:
    """Return when the next backup is due: `pause` after the newest, or now if there is none."""
    newest = max((path.name for path in folder.glob(NAMES)), default="")
    try:
        made_at = datetime.strptime(newest, MADE).replace(tzinfo=UTC)
    except ValueError:
        return now
    # Not later than that, because the clock may have been wrong.
    return min(made_at, now) + pause
