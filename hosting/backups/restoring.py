"""Restoring a backup in place of the database."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from hosting.backups.archive import KEYS, Backup, Unusable, engine, unpack
from hosting.backups.engines import aside_name, put_postgresql, put_sqlite
from hosting.lock import hold_database
from hosting.startup import unknown_of


def restore(source: Path, *, replace: bool) -> tuple[Backup, list[str]]:
    """Restore a backup. Return its description and where the replaced database and keys are now.

    Unusable, with nothing changed, if it is no backup of this kind of site, or if there is a database and `replace` is
    False. WrongSetting while the site runs.
    """
    # Only one connection: others of this process would look like the site's.
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
    """Create the folder in which the backup is unpacked. The keys in it must be for their owner only."""
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
    applied = [(app, name) for app, _dot, name in (each.partition(".") for each in about.migrations)]
    if newer := unknown_of(applied, MigrationLoader(None)):
        raise Unusable(f"{source} was made by a newer version ({newer[0]}): restore it with that one.")
    if not replace and "django_migrations" in connection.introspection.table_names():
        raise Unusable(
            "There is a database already: stop the site, and say --replace to put the backup in its place."
        )


def put(folder: Path) -> list[str]:
    database = folder / "database"
    aside = put_sqlite(database) if engine() == "sqlite" else put_postgresql(database)
    moved = [aside] if aside else []
    for name in KEYS:
        if (folder / name).exists():
            moved += _put_key(folder / name, Path(settings.VAR_DIR) / name)
    return moved


def _put_key(key: Path, target: Path) -> list[str]:
    if target.exists() and target.read_text() == key.read_text():
        return []
    moved = [str(target.replace(aside_name(target)))] if target.exists() else []
    shutil.copyfile(key, target)
    target.chmod(0o600)
    return moved
