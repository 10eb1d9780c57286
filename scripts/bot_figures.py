"""The strength of each level of bot: one bot of a level among bots of a weaker level, or among sparring partners
(scripts/sparring), by number of seats.

The bot sits on another seat in each match. A shared win counts by its share; the interval is 95 %. ms are processor
time a move, playouts are those that a searching level may use. The partner `uct` thinks as long as the bot does on
average. Each match is kept in a file, so a run that was broken off goes on where it was; matches of other code are not
used. The same seed gives the same matches, but for `uct`. Run it from the project's root:
python scripts/bot_figures.py --help
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from itertools import combinations
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.rules import core, match, simulation
from games.rules.budget import Budget
from games.rules.chance import Stream
from scripts import sparring

ROOT = Path(__file__).resolve().parents[1]
MATCHES = 400
MOST_SEATS = 4
KEPT = ROOT / "var" / "figures.jsonl"
HEADS = ("game", "seats", "level", "among", "won", "", "matches", "score", "others", "ms", "99th", "playouts")
WIDTHS = (11, 6, 8, 11, 8, 7, 9, 7, 7, 6, 6, 9)
# The seconds of the partner `uct`: before the bot's first move, and at least.
FIRST, LEAST = 0.1, 0.02
# Levels are measured among partners at every number of seats but this one.
BETWEEN = 3
BAR = 30
Result = TypeVar("Result", bound=tuple[Any, ...])


class Pairing(NamedTuple):
    """One bot of `level` among bots of level `among`, or among partners of that name."""

    game: str
    seats: int
    level: str
    among: str
    seed: str
    playouts: int | None


class Played(NamedTuple):
    """One match from the bot's view: its share of the win, its score, the others' mean, and its moves' ms."""

    won: float
    score: int
    others: float
    ms: list[float]


def play(pairing: Pairing, number: int) -> Played:
    """Play match `number` (from 0) of a pairing."""
    hero = number % pairing.seats
    levels = [pairing.level if seat == hero else pairing.among for seat in range(pairing.seats)]
    chance = Stream(simulation.seed_of(pairing.seed, number), [""] * pairing.seats)
    played = match.begin(pairing.game, pairing.seats, chance, {})
    # As at a table, but never late.
    budget = Budget(pairing.playouts, clock=math.inf)
    bots = [
        simulation.Bot(seat, level, Random(f"{pairing.seed}:{number}:{seat}"), budget)
        for seat, level in enumerate(levels)
    ]
    ms: list[float] = []
    if isinstance(played.rules, core.RealTimeGame):
        simulation.run_real_time(played, played.rules, bots, chance, legal=False)
    else:
        ms = take_turns(played, pairing.game, bots, chance, hero)
    outcome = played.rules.outcome(played.state)
    assert outcome is not None
    won = 1 / outcome.ranks.count(1) if outcome.ranks[hero] == 1 else 0.0
    score = outcome.scores[hero]
    return Played(won, score, (sum(outcome.scores) - score) / (pairing.seats - 1), ms)


def take_turns(
    played: match.Match, game: str, bots: list[simulation.Bot], chance: Stream, hero: int
) -> list[float]:
    """Play to the end. Return the ms of processor time of the hero's moves."""
    ms: list[float] = []
    while awaited := played.rules.to_act(played.state):
        seat, began = awaited[0], time.process_time()
        bot = bots[seat]
        if bot.level in played.rules.LEVELS:
            move = simulation.choose(played, bot)
        else:
            seconds = max(LEAST, sum(ms) / len(ms) / 1000) if ms else FIRST
            view = played.rules.view(played.state, seat)
            move = sparring.choose(bot.level, game, view, bot.rng, seconds)
        if seat == hero:
            ms.append(1000 * (time.process_time() - began))
        assert move is not None
        played.play(seat, move, 0, chance)
    return ms


def interval(share: float, matches: int) -> float:
    """Return half the width of the 95 % interval of a share (Wald's, at least one match's worth)."""
    spread: float = (share * (1 - share) / matches) ** 0.5
    return max(1.96 * spread, 1 / matches)


def row(pairing: Pairing, matches: list[Played]) -> list[str]:
    """Return one row of the table."""
    count = len(matches)
    won = sum(match.won for match in matches) / count
    ms = sorted(ms for match in matches for ms in match.ms) or [0.0]
    return [
        pairing.game,
        str(pairing.seats),
        pairing.level,
        pairing.among,
        f"{won:.1%}",
        f"±{interval(won, count):.1%}",
        str(count),
        f"{sum(match.score for match in matches) / count:.1f}",
        f"{sum(match.others for match in matches) / count:.1f}",
        f"{ms[len(ms) // 2]:.0f}",
        f"{ms[len(ms) * 99 // 100]:.0f}",
        allowed(pairing),
    ]


def allowed(pairing: Pairing) -> str:
    """Return the playouts that the level may use for a move, `own` for its own number; a dash if it makes none."""
    if pairing.level != "hard" or core.game(pairing.game).REAL_TIME:
        return "-"
    return str(pairing.playouts or "own")


def register_games() -> None:
    """Register the rules of all games, without the site, with their compiled playouts."""
    for path in (ROOT / "games").glob("*/rules/__init__.py"):
        name = path.parent.parent.name
        core.register(name, import_module(f"games.{name}.rules").GAME)


def pairings(options: argparse.Namespace) -> Iterator[Pairing]:
    """Yield every level among every level below it and, at some numbers of seats, among every partner."""
    for game in options.games or core.names():
        rules = core.game(game)
        levels = [core.RANDOM, *(level for level in rules.LEVELS if level != core.RANDOM)]
        couples = [
            (seats, among, level)
            for seats in rules.SEATS
            for among, level in combinations(levels, 2)
            if seats <= MOST_SEATS or options.seats
        ] + [
            (seats, among, level)
            for seats in rules.SEATS
            for among in sparring.partners(game)
            if seats != BETWEEN or options.seats
            for level in levels[1:]
        ]
        for seats, among, level in couples:
            if (
                (not options.seats or seats in options.seats)
                and (not options.levels or level in options.levels)
                and (not options.among or among in options.among)
            ):
                yield Pairing(
                    game=game,
                    seats=seats,
                    level=level,
                    among=among,
                    seed=options.seed,
                    playouts=options.playouts,
                )


class Kept(Generic[Result]):
    """The results of earlier runs of the same code, in a file with one result a line."""

    def __init__(self, path: Path, kind: Callable[..., Result]) -> None:
        self.path = path
        self.results: dict[tuple[str, int], Result] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        for line in path.read_text().splitlines() if path.exists() else ():
            key, number, *values = json.loads(line)
            self.results[key, number] = kind(*values)

    def add(self, key: str, number: int, result: Result) -> None:
        self.results[key, number] = result
        with self.path.open("a") as file:
            file.write(json.dumps([key, number, *result]) + "\n")


def key_of(pairing: Pairing) -> str:
    """Return a name for the pairing that changes with the code of its players."""
    return " ".join([*map(str, pairing), code_of(pairing.game)])


@cache
def code_of(game: str) -> str:
    """Return a hash of the files that decide how a match between bots and partners goes."""
    own = ROOT / "games" / game
    folders = [ROOT / "games" / "rules", own / "rules", ROOT / "scripts" / "sparring"]
    files = [own / "sparring.py", *(path for folder in folders for path in folder.glob("*"))]
    code = hashlib.sha256()
    for path in sorted(path for path in files if path.suffix in (".py", ".json") and path.exists()):
        code.update(path.read_bytes())
    return code.hexdigest()[:12]


def numbered(pairing: Pairing, number: int) -> tuple[int, Played]:
    return number, play(pairing, number)


def measure(pairing: Pairing, count: int, results: Kept[Played], pool: Pool) -> list[Played]:
    """Return that many matches of the pairing; plays those that were not kept."""
    key = key_of(pairing)
    missing = [number for number in range(count) if (key, number) not in results.results]
    title = f"{pairing.game} {pairing.seats}: {pairing.level} among {pairing.among}"
    done = count - len(missing)
    for number, played in pool.imap_unordered(partial(numbered, pairing), missing):
        results.add(key, number, played)
        done += 1
        filled = BAR * done // count
        bar = "#" * filled + "." * (BAR - filled)
        print(f"\r{title} [{bar}] {done}/{count} ", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 90 + "\r", end="", file=sys.stderr)
    return [results.results[key, number] for number in range(count)]


def tell(words: Iterable[str]) -> None:
    print("".join(word.ljust(width) for word, width in zip(words, WIDTHS, strict=True)).rstrip(), flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seats", type=int, nargs="*", help=f"default: all up to {MOST_SEATS}")
    parser.add_argument("--levels", nargs="*", help="the one bot's; default: all")
    parser.add_argument("--among", nargs="*", help="the others': levels or partners; default: all")
    parser.add_argument("--playouts", type=int, help="a move; default: what each level uses")
    parser.add_argument("--seed", default="figures")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--kept", type=Path, default=KEPT, help="the file of the matches; default: %(default)s"
    )
    return parser.parse_args()


def main() -> None:
    chosen = options()
    register_games()
    results = Kept(chosen.kept, Played)
    tell(HEADS)
    with multiprocessing.Pool(chosen.processes, initializer=register_games) as pool:
        for pairing in pairings(chosen):
            tell(row(pairing, measure(pairing, chosen.matches, results, pool)))


if __name__ == "__main__":
    main()
