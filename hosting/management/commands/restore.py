"""`manage.py restore FILE`: put a backup in place of the database. Then `manage.py audit` judges every match again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hosting.backups import Unusable, restore


class Command(BaseCommand):
    help = "Put a file of `manage.py backup` in place of the database and the keys; the site must not run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="replace the database if there is one")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            about, aside = restore(options["file"], replace=options["replace"])
        except Unusable as error:
            raise CommandError(str(error)) from None
        for place in aside:
            self.stdout.write(f"What was there before is now {place}")
        self.stdout.write(f"Restored as it was at {about.made}. Judge every match again: manage.py audit")
