"""A file lock that keeps a second process off the SQLite file. The operating system releases it when a process ends."""

from __future__ import annotations

import fcntl
import os
from io import TextIOWrapper
from pathlib import Path

from django.conf import settings

from config.environment import WrongSetting


def hold_database() -> TextIOWrapper | None:
    """Return a locked file; the lock is held until it is closed.

    None where several processes may serve. WrongSetting if another process holds the lock.
    """
    database = settings.DATABASES["default"]
    if (
        settings.CHANNEL_URL
        or not database["ENGINE"].endswith("sqlite3")
        or str(database["NAME"]) == ":memory:"
    ):
        return None
    path = Path(f"{database['NAME']}.lock")
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")
    except OSError as error:
        raise WrongSetting(
            f"The folder of the database {database['NAME']} can't be written to ({error.strerror}): "
            "let it belong to whoever runs the site."
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = file.read().strip() or "unknown"
        file.close()
        raise WrongSetting(
            f"A site runs on {database['NAME']} already (process {holder}): use that one, or stop it first."
        ) from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file
