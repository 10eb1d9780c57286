"""`manage.py backup /backups`: the whole site in one file, while it runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from hosting.backups import Unusable, make, thin

log = structlog.get_logger("unbirthday.hosting")


class Command(BaseCommand):
    help = "Copy the database and the keys into one new file in a folder, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=Path(settings.VAR_DIR) / "backups")
        parser.add_argument("--keep", type=int, default=0, help="how many to keep; 0, the default: all")
        parser.add_argument(
            "--every-hours", type=float, default=0, help="go on for ever, one after so many hours"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pause = options["every_hours"] * 3600
        while pause:
            # What fails tonight is tried again tomorrow, and told today.
            try:
                self.once(options["folder"], options["keep"])
            except (CommandError, DatabaseError) as error:
                log.error("backup_failed", why=str(error))
            connections.close_all()
            time.sleep(pause)
        self.once(options["folder"], options["keep"])

    def once(self, folder: Path, keep: int) -> None:
        try:
            made = make(folder)
        except Unusable as error:
            raise CommandError(str(error)) from None
        gone = thin(folder, keep)
        removed = f", {len(gone)} old ones removed" if gone else ""
        self.stdout.write(f"{made} ({made.stat().st_size / 1e6:.1f} MB){removed}")
