"""The strength of each level of bot among bots of one weaker level, by number of seats.

The bot sits on another seat in each match. A shared win counts by its share; the interval is 95 %. ms are processor
time a move, playouts are those that a searching level may use. The same seed gives the same matches. Run it from the
project's root: python scripts/bot_figures.py --help
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.rules import core, match, simulation
from games.rules.budget import Budget
from games.rules.chance import Stream

ROOT = Path(__file__).resolve().parents[1]
MATCHES = 400
MOST_SEATS = 4
HEADS = ("game", "seats", "level", "among", "won", "", "score", "others", "ms", "99th", "playouts")
WIDTHS = (11, 6, 8, 8, 7, 7, 7, 7, 6, 6, 9)


class Pairing(NamedTuple):
    """One bot of `level` among bots of level `among`."""

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
    ms: tuple[float, ...]


def play(pairing: Pairing, number: int) -> Played:
    """Play match `number` (from 0) of a pairing."""
    hero = number % pairing.seats
    levels = [pairing.level if seat == hero else pairing.among for seat in range(pairing.seats)]
    chance = Stream(simulation.seed_of(pairing.seed, number), [""] * pairing.seats)
    played = match.begin(pairing.game, pairing.seats, chance, {})
    budget = Budget(pairing.playouts)
    bots = [
        simulation.Bot(seat, level, Random(f"{pairing.seed}:{number}:{seat}"), budget)
        for seat, level in enumerate(levels)
    ]
    ms: list[float] = []
    if isinstance(played.rules, core.RealTimeGame):
        simulation.run_real_time(played, played.rules, bots, chance, legal=False)
    else:
        ms = take_turns(played, bots, chance, hero)
    outcome = played.rules.outcome(played.state)
    assert outcome is not None
    won = 1 / outcome.ranks.count(1) if outcome.ranks[hero] == 1 else 0.0
    score = outcome.scores[hero]
    return Played(won, score, (sum(outcome.scores) - score) / (pairing.seats - 1), tuple(ms))


def take_turns(played: match.Match, bots: list[simulation.Bot], chance: Stream, hero: int) -> list[float]:
    """Play to the end. Return the ms of processor time of the hero's moves."""
    ms = []
    while awaited := played.rules.to_act(played.state):
        seat, began = awaited[0], time.process_time()
        move = simulation.choose(played, bots[seat])
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
        f"{sum(match.score for match in matches) / count:.1f}",
        f"{sum(match.others for match in matches) / count:.1f}",
        f"{ms[len(ms) // 2]:.0f}",
        f"{ms[len(ms) * 99 // 100]:.0f}",
        allowed(pairing),
    ]


def allowed(pairing: Pairing) -> str:
    """Return the playouts that the level may use for a move; a dash if it makes none."""
    if pairing.level != "hard" or core.game(pairing.game).REAL_TIME:
        return "-"
    search = import_module(f"games.{pairing.game}.rules.search")
    return str(pairing.playouts or search.PLAYOUTS)


def register_games() -> None:
    """Register the rules of all games, without the site."""
    for path in (ROOT / "games").glob("*/rules/__init__.py"):
        name = path.parent.parent.name
        core.register(name, import_module(f"games.{name}.rules").GAME)


def pairings(options: argparse.Namespace) -> Iterator[Pairing]:
    """Yield every level against every level below it, at each number of seats."""
    for game in options.games or core.names():
        rules = core.game(game)
        levels = [core.RANDOM, *(level for level in rules.LEVELS if level != core.RANDOM)]
        for seats in options.seats or [number for number in rules.SEATS if number <= MOST_SEATS]:
            for among, level in combinations(levels, 2):
                wanted = (not options.levels or level in options.levels) and (
                    not options.among or among in options.among
                )
                if wanted and seats in rules.SEATS:
                    yield Pairing(
                        game=game,
                        seats=seats,
                        level=level,
                        among=among,
                        seed=options.seed,
                        playouts=options.playouts,
                    )


def tell(words: Iterable[str]) -> None:
    print("".join(word.ljust(width) for word, width in zip(words, WIDTHS, strict=True)).rstrip(), flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seats", type=int, nargs="*", help=f"default: all up to {MOST_SEATS}")
    parser.add_argument("--levels", nargs="*", help="the one bot's; default: all")
    parser.add_argument("--among", nargs="*", help="the others'; default: all below")
    parser.add_argument("--playouts", type=int, help="a move; default: what each level uses")
    parser.add_argument("--seed", default="figures")
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    chosen = options()
    register_games()
    tell(HEADS)
    with Pool(chosen.processes, initializer=register_games) as pool:
        for pairing in pairings(chosen):
            matches: list[Played] = []
            for played in pool.imap(partial(play, pairing), range(chosen.matches)):
                matches.append(played)
                title = f"{pairing.game} {pairing.seats}: {pairing.level} among {pairing.among}"
                print(f"\r{title} {len(matches)}/{chosen.matches} ", end="", file=sys.stderr, flush=True)
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
            tell(row(pairing, matches))


if __name__ == "__main__":
    main()
