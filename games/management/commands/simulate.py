"""`manage.py simulate`: bots play whole matches, one match record a line. Uses no database."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import core, simulation
from hosting import progress

WORDS = {
    "bad_seats": "{game} can't be played with {seats} seats. Choose from: {known}.",
    "no_such_level": "{game} has no bot level {level!r}. Choose from: {known}.",
    "no_such_option": "{game} has no table rule {option!r}. Choose from: {known}.",
    "bad_option": "The table rule {option!r} can't be {value!r}. Choose from: {known}.",
    "bad_bots": "There are {count} bot levels for {seats} seats.",
}


class Command(BaseCommand):
    help = "Let bots play whole matches and print one match record a line. Same seed, same output."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help=f"one of: {', '.join(core.names())}")
        parser.add_argument("--seats", type=int, help="how many seats; the game's smallest number by default")
        parser.add_argument("--matches", type=int, default=1, help="how many matches; 1 by default")
        parser.add_argument("--seed", default="0", help="any word or number; 0 by default")
        parser.add_argument(
            "--bots",
            help="one level (easy by default, if there is one), or several with commas between, from seat 0 on; "
            "a list shorter than the table is repeated round it (easy,greedy is easy, greedy, easy, greedy)",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="a table rule, true, false, a number or a word; may be given several times",
        )
        parser.add_argument("--legal", action="store_true", help="add to each move all moves that were legal")

    def handle(self, **arguments: Any) -> None:
        if arguments["game"] not in core.names():
            raise CommandError(
                f"There is no game {arguments['game']!r}. Choose from: {', '.join(core.names())}."
            )
        if arguments["matches"] < 0:
            raise CommandError("The number of matches can't be negative.")
        rules = core.game(arguments["game"])
        seats = rules.SEATS[0] if arguments["seats"] is None else arguments["seats"]
        options = dict(parse_option(text) for text in arguments["option"])
        try:
            core.settle_options(rules, seats, options)
            levels = simulation.spread((arguments["bots"] or rules.bot_level("easy")).split(","), seats)
            records = simulation.matches(
                arguments["game"],
                levels,
                count=arguments["matches"],
                seed=arguments["seed"],
                options=options,
                legal=arguments["legal"],
            )
        except core.Refused as refused:
            raise CommandError(in_words(rules, refused)) from refused
        self.print_all(records, arguments["matches"])

    def print_all(self, records: Any, count: int) -> None:
        try:
            for number, record in enumerate(records, start=1):
                self.stdout.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
                progress.show(self.stderr, number, count, "matches")
            self.stdout.flush()
        except BrokenPipeError:
            # The reader has closed the pipe (`| head -1`): discard the rest of the buffer.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parse_option(text: str) -> tuple[str, bool | int | str]:
    """Parse `key=value`, with a value of true, false, a whole number or a word."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise CommandError(f"A table rule is written key=value, not {text!r}.")
    if value in ("true", "false"):
        return name, value == "true"
    try:
        return name, int(value)
    except ValueError:
        return name, value


def in_words(rules: core.Game, refused: core.Refused) -> str:
    """Return a sentence that names the allowed values."""
    options = {option.name: option for option in rules.OPTIONS}
    allowed = {
        "bad_seats": rules.SEATS,
        "no_such_level": rules.LEVELS,
        "no_such_option": list(options) or ["none"],
        "bad_option": options[refused.params["option"]].choices if refused.code == "bad_option" else (),
    }.get(refused.code, ())
    params = {**refused.params, "game": rules.NAME, "known": _listed(allowed)}
    return WORDS[refused.code].format(**params)


def _listed(values: Any) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
