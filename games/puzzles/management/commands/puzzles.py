"""`manage.py puzzles`: make puzzles from matches between bots or of people, check them, and store the shipped ones."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.boards.installed import board_of
from games.puzzles import files, making, people, store
from games.puzzles.making import SEED, Limits
from games.puzzles.positions import position_of
from hosting.startup import refuse_newer_database, refuse_unready_database

BAR = 30


class Command(BaseCommand):
    help = "Puzzles: make them, check their answers, store those that are shipped."

    def add_arguments(self, parser: CommandParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        make = words.add_parser(
            "make", help="from matches between bots, into files; goes on where it was stopped"
        )
        make.add_argument("games", nargs="*", help="names of games; all that have a coach by default")
        make.add_argument("--count", type=int, default=150, help="puzzles a game, with those that are there")
        make.add_argument("--seed", default=SEED)
        make.add_argument("--into", type=Path, help="a folder for the files; by default each game's own")
        _add_limits(make)
        of_people = words.add_parser(
            "people", help="from finished public matches of people, into the database"
        )
        of_people.add_argument("--days", type=int, default=7, help="matches that ended in the last days")
        _add_limits(of_people)
        check = words.add_parser("check", help="search a sample of the shipped puzzles again")
        check.add_argument("games", nargs="*")
        check.add_argument("--sample", type=int, default=20, help="puzzles a game")
        check.add_argument("--times", type=float, default=100.0, help="as many playouts as a bot")
        check.add_argument("--seed", default="check")
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
        folder: Path | None = options["into"]
        paths = {game: folder / f"{game}.jsonl" if folder else files.path_of(game) for game in games}
        counts = {game: len(files.read(path)) for game, path in paths.items()}
        total = options["count"] * len(games)
        # In turns, so that a run that is stopped has made about as many of each.
        while missing := [game for game in games if counts[game] < options["count"]]:
            game = min(missing, key=lambda each: counts[each])
            counts[game] = files.add_one(game, paths[game], _limits(options, game), options["seed"])
            self._progress(sum(counts.values()), total)

    def _check(self, options: dict[str, Any]) -> None:
        for game in _games(options):
            shipped, rng = files.shipped(game), Random(options["seed"])
            sample = rng.sample(shipped, min(options["sample"], len(shipped)))
            holds = 0
            for number, data in enumerate(sample, start=1):
                position = position_of(game, data)
                best = data["found"][0]["move"]
                seed = f"{options['seed']}:{data['n']}"
                holds += making.holds(position.rules, position.view, best, seed, options["times"])
                self._progress(number, len(sample))
            self.stdout.write(f"{game}: {holds} of {len(sample)} hold at {options['times']:g} times")

    def _store(self, options: dict[str, Any]) -> None:
        if options["word"] == "load":
            self.stdout.write(f"{store.load_all()} puzzles stored")
            return
        matches = list(people.matches(timezone.now() - timedelta(days=options["days"])))
        count = 0
        for number, (table, match) in enumerate(matches, start=1):
            count += people.make_one(table, match, _limits(options, table.game)) is not None
            self._progress(number, len(matches))
        self.stdout.write(f"{count} puzzles from {len(matches)} matches")

    def _progress(self, count: int, total: int) -> None:
        full = BAR * count // max(1, total)
        end = "\r" if self.stderr.isatty() and count < total else "\n"
        self.stderr.write(f"[{'#' * full}{'.' * (BAR - full)}] {count} of {total}", ending=end)


def _games(options: dict[str, Any]) -> list[str]:
    games: list[str] = options["games"] or files.games()
    if unknown := set(games) - set(files.games()):
        raise CommandError(f"There are no puzzles of {', '.join(sorted(unknown))}.")
    return games


def _add_limits(parser: CommandParser) -> None:
    usual = Limits()
    parser.add_argument("--points", type=float, default=usual.points, help="the second move is worse by this")
    parser.add_argument("--wins", type=float, default=usual.wins, help="or by this share of the win")
    parser.add_argument("--searches", type=int, default=usual.searches, help="that must agree")
    parser.add_argument("--times", type=float, default=usual.times, help="as many playouts as a bot")
    parser.add_argument("--greedy", type=float, default=usual.greedy, help="most with the greedy bot's move")


def _limits(options: dict[str, Any], game: str) -> Limits:
    coach = board_of(game).COACH
    values = {name: options[name] for name in ("points", "wins", "searches", "times", "greedy")}
    return Limits(**values, fewest=coach is not None and coach.FEWEST)
