"""`manage.py backup /backups`: write the whole site into one file, while it runs."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, connections

from config.environment import WrongSetting
from hosting.backups import Unusable, due, make, thin
from hosting.startup import refuse_unready_database
from hosting.startup_errors import sentence_for

log = structlog.get_logger("unbirthday.hosting")
# The pause after a failed backup.
AGAIN = timedelta(hours=1)


def how_many(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text} is no number of backups: 1 or more, or 0 to keep all")
    return int(text)


class Command(BaseCommand):
    help = "Copy the database and the keys into one new file in a folder, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=Path(settings.VAR_DIR) / "backups")
        parser.add_argument("--keep", type=how_many, default=0, help="how many to keep; all by default")
        parser.add_argument(
            "--every-hours", type=float, default=0, help="make one every so many hours, for ever"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Only one connection, closed when the backup is made, so that this is not mistaken for a running site.
        connection.settings_dict["OPTIONS"].pop("pool", None)
        if options["every_hours"]:
            self.for_ever(options["folder"], options["keep"], timedelta(hours=options["every_hours"]))
        self.once(options["folder"], options["keep"])

    def for_ever(self, folder: Path, keep: int, pause: timedelta) -> None:
        """Make a backup whenever the newest one is old enough. Never returns; restarts don't change the times."""
        now = datetime.now(UTC)
        wait = max(due(folder, pause, now) - now, timedelta())
        while True:
            if wait:
                self.stdout.write(f"The next backup is made at {datetime.now(UTC) + wait:%Y-%m-%d %H:%M} UTC")
                self.stdout.flush()
            time.sleep(wait.total_seconds())
            wait = pause if self.is_made(folder, keep) else min(pause, AGAIN)

    def is_made(self, folder: Path, keep: int) -> bool:
        """Return True if a backup could be made. Any failure is logged, and the backup is tried again later."""
        try:
            self.once(folder, keep)
        except (CommandError, WrongSetting) as error:
            log.error("backup_failed", why=str(error))
        except DatabaseError as error:
            log.error("backup_failed", why=sentence_for(error) or str(error))
        except Exception as error:
            log.exception("backup_failed", why=repr(error))
        else:
            return True
        finally:
            connections.close_all()
        return False

    def once(self, folder: Path, keep: int) -> None:
        refuse_unready_database()
        try:
            path = make(folder)
            gone = thin(folder, keep)
        except Unusable as error:
            raise CommandError(str(error)) from None
        removed = f", {len(gone)} old ones removed" if gone else ""
        self.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB){removed}")
