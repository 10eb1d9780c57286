"""Rebuild ratings, and take out an unfair match."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings import pools
from games.ratings.models import RatedMatch
from hosting import progress
from hosting.startup import refuse_newer_database, refuse_unready_database


class Command(BaseCommand):
    help = "Ratings among people: rebuild them, or take a match out."

    def add_arguments(self, parser: CommandParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        words.add_parser(
            "rebuild", help="judge every rated match again, and compute all from the first one on"
        )
        void = words.add_parser("void", help="take out a match that was not fair; all after it follows")
        void.add_argument("table", help="the table's id")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unready_database()
        refuse_newer_database()
        if options["word"] == "rebuild":
            count = pools.rebuild(lambda what, count, total: progress.show(self.stderr, count, total, what))
            self.stdout.write(f"{count} matches count")
        else:
            self._void(options["table"])

    def _void(self, table: str) -> None:
        if not RatedMatch.objects.filter(pk=table).exists():
            raise CommandError(f"{table} is no rated table")
        if not pools.void(table):
            raise CommandError(f"{table} is out already")
        pools.rate_waiting()
        self.stdout.write(f"{table} is out, and everything after it is computed again")
