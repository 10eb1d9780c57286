"""Making a backup, and throwing old ones away."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from hosting.backups.archive import FORMAT, Backup, Unusable, engine, pack
from hosting.backups.engines import copy_sqlite, dump_postgresql

NAMES = "unbirthday-*.tar.gz"


def make(folder: Path) -> Path:
    """A new file in the folder, for its owner only. Unusable if it can't be made."""
    now = datetime.now(UTC)
    target = folder / f"unbirthday-{now:%Y%m%dT%H%M%S}.tar.gz"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".making-", dir=folder) as place:
            copy = Path(place) / "database"
            copy_sqlite(copy) if engine() == "sqlite" else dump_postgresql(copy)
            pack(target, Backup(FORMAT, now.isoformat(), engine(), applied()), copy)
    except OSError as error:
        raise Unusable(
            f"No backup can be made in {folder} ({error.strerror or error}): name another folder."
        ) from None
    return target


def applied() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def thin(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest; those that were removed. Their names sort as their times do."""
    gone = sorted(folder.glob(NAMES))[:-keep] if keep else []
    for path in gone:
        path.unlink()
    return gone
