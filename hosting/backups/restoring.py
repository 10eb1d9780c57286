"""Putting a backup back in place of the database that is there."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from hosting.backups.archive import KEYS, Backup, Unusable, engine, unpack
from hosting.backups.engines import put_postgresql, put_sqlite
from hosting.lock import hold_database


def restore(source: Path, *, replace: bool) -> tuple[Backup, list[str]]:
    """What the backup said of itself, and where what it replaced is now. Unusable, and nothing changed, if it is not
    one of this site's, or if there is something to lose and `replace` is not given; WrongSetting while the site
    runs."""
    # One connection, and no others of ours that would look like the site's.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    held = hold_database()
    try:
        with _folder() as place:
            about = unpack(source, Path(place))
            refuse(source, about, replace)
            aside = put(Path(place))
    finally:
        if held:
            held.close()
    call_command("migrate", verbosity=0, interactive=False)
    return about, aside


def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where the backup is unpacked: where the keys go, which are for their owner only as it is."""
    try:
        return tempfile.TemporaryDirectory(prefix="restore-", dir=settings.VAR_DIR)
    except OSError as error:
        raise Unusable(
            f"Nothing can be restored into VAR_DIR, {settings.VAR_DIR} ({error.strerror}): "
            "let whoever restores write there."
        ) from None


def refuse(source: Path, about: Backup, replace: bool) -> None:
    if about.engine != engine():
        raise Unusable(
            f"{source} is of {about.engine}, and DATABASE_URL names {engine()}: set it to the same kind."
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if newer := sorted(set(about.migrations) - known):
        raise Unusable(f"{source} was made by a newer version ({newer[0]}): restore it with that one.")
    if not replace and "django_migrations" in connection.introspection.table_names():
        raise Unusable(
            "There is a database already: stop the site, and say --replace to put the backup in its place."
        )


def put(folder: Path) -> list[str]:
    found = folder / "database"
    aside = put_sqlite(found) if engine() == "sqlite" else put_postgresql(found)
    moved = [aside] if aside else []
    for name in KEYS:
        if (folder / name).exists():
            moved += _put_key(folder / name, Path(settings.VAR_DIR) / name)
    return moved


def _put_key(found: Path, target: Path) -> list[str]:
    if target.exists() and target.read_text() == found.read_text():
        return []
    aside = target.with_name(f"{target.name}.before-restore")
    moved = [str(target.replace(aside))] if target.exists() else []
    shutil.copyfile(found, target)
    target.chmod(0o600)
    return moved
