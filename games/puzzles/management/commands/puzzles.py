"""`manage.py puzzles`: make puzzles from matches between bots or of people, check them, and store the shipped ones."""

from __future__ import annotations

import time
from datetime import timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.coach.advice import texts_of
from games.puzzles import files, making, people, store
from games.puzzles.making import SEED, Limits
from games.puzzles.positions import position_of
from hosting import progress
from hosting.startup import refuse_newer_database, refuse_unready_database

CHECK = "check"  # the seed of checks, other than that of making


class Command(BaseCommand):
    help = "Puzzles: make them, check their answers, store those that are shipped."

    def add_arguments(self, parser: CommandParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        make = words.add_parser(
            "make", help="from matches between bots, into files; goes on where it was stopped"
        )
        make.add_argument("games", nargs="*", help="names of games; all that have a coach by default")
        make.add_argument("--count", type=int, default=150, help="puzzles a game, with those that are there")
        of_people = words.add_parser(
            "people", help="from finished public matches of people, into the database"
        )
        of_people.add_argument("--days", type=int, default=7, help="matches that ended in the last days")
        of_people.add_argument(
            "--minutes", type=float, default=30.0, help="begin no match after so many minutes"
        )
        check = words.add_parser("check", help="search a sample of the shipped puzzles again")
        check.add_argument("games", nargs="*")
        check.add_argument("--sample", type=int, default=20, help="puzzles a game")
        check.add_argument("--times", type=float, default=100.0, help="as many playouts as usual")
        words.add_parser(
            "load", help="store the shipped puzzles now; the site does so by itself, some at a time"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["word"] == "make":
            self._make(options)
        elif options["word"] == "check":
            self._check(options)
        else:
            refuse_unready_database()
            refuse_newer_database()
            self._store(options)

    def _make(self, options: dict[str, Any]) -> None:
        games = _games(options)
        paths = {game: files.path_of(game) for game in games}
        counts = {game: len(files.read(path)) for game, path in paths.items()}
        total = options["count"] * len(games)
        # In turns, so that a run that is stopped has made about as many of each.
        while missing := [game for game in games if counts[game] < options["count"]]:
            game = min(missing, key=lambda name: counts[name])
            limits = Limits(fewest=texts_of(game).FEWEST)
            counts[game] = files.add_one(game, paths[game], limits, SEED)
            progress.show(self.stderr, sum(counts.values()), total, "puzzles")

    def _check(self, options: dict[str, Any]) -> None:
        for game in _games(options):
            shipped, rng = files.shipped(game), Random(CHECK)
            sample = rng.sample(shipped, min(options["sample"], len(shipped)))
            holds = 0
            for number, data in enumerate(sample, start=1):
                position = position_of(game, data)
                best = data["found"][0]["move"]
                seed = f"{CHECK}:{data['n']}"
                holds += making.holds(position.rules, position.view, best, seed, options["times"])
                progress.show(self.stderr, number, len(sample), "puzzles")
            self.stdout.write(f"{game}: {holds} of {len(sample)} hold at {options['times']:g} times")

    def _store(self, options: dict[str, Any]) -> None:
        if options["word"] == "load":
            self.stdout.write(f"{store.load()} puzzles stored")
            return
        matches = list(people.matches(timezone.now() - timedelta(days=options["days"])))
        count, done, end = 0, 0, time.monotonic() + 60 * options["minutes"]
        for table, match in matches:
            if time.monotonic() >= end:
                break
            limits = Limits(fewest=texts_of(table.game).FEWEST)
            count += people.make_one(table, match, limits) is not None
            done += 1
            progress.show(self.stderr, done, len(matches), "matches")
        self.stdout.write(f"{count} puzzles from {done} of {len(matches)} matches")


def _games(options: dict[str, Any]) -> list[str]:
    games: list[str] = options["games"] or files.games()
    if unknown := set(games) - set(files.games()):
        raise CommandError(f"There are no puzzles of {', '.join(sorted(unknown))}.")
    return games
