"""Rebuild ratings, take out an unfair match, and compare predictions with win shares."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.ratings import pools
from games.ratings.models import RatedMatch
from games.ratings.simulated import compare
from hosting import progress
from hosting.startup import refuse_newer_database, refuse_unready_database

PEOPLE, SEED = 200, "unbirthday"  # of the simulated matches


class Command(BaseCommand):
    help = "Ratings among people: rebuild them, take a match out, compare them with win shares."

    def add_arguments(self, parser: CommandParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        words.add_parser(
            "rebuild", help="judge every rated match again, and compute all from the first one on"
        )
        void = words.add_parser("void", help="take out a match that was not fair; all after it follows")
        void.add_argument("table", help="the table's id")
        simulate = words.add_parser(
            "simulate", help="log-loss on simulated matches of people of known strength"
        )
        simulate.add_argument("--matches", type=int, default=10_000)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["word"] == "simulate":
            self._simulate(options["matches"])
            return
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

    def _simulate(self, matches: int) -> None:
        differences = compare(matches, PEOPLE, SEED)
        self.stdout.write(
            f"{differences.pairs} pairs of {matches} matches of {PEOPLE} people, log-loss a pair:"
        )
        for name, loss in differences.losses.items():
            self.stdout.write(f"{name:>12} {loss:.4f}")
