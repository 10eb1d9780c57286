"""Measure how good the best move of a hint is, compared with the best move of a search with 15 times as many playouts.

The positions are spread over matches between bots. Where the two moves differ, both are played out that often again, on
the same guesses at the hidden cards. The difference of their values is what the hint loses, in shares of a win. Run it
from the project's root: python scripts/hint_figures.py --help
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from games.coach.analysis import best_moves
from games.rules import core, match, simulation
from games.rules.budget import FULL, Budget
from games.rules.search import compared, search
from scripts.bot_figures import register_games
from scripts.review_figures import GAMES

LEVELS = ("easy", "greedy", "hard", "greedy", "easy", "greedy")
TIMES = 15
MATCHES = 4
# Losses, in shares of a win, that the table counts.
SMALL, LARGE = 0.01, 0.05
HEADS = ("game", "seats", "positions", f"within {SMALL}", f"beyond {LARGE}", "most")
WIDTH = 13


class Position(NamedTuple):
    game: str
    view: core.View
    seed: int


def positions(game: str, seats: int, count: int) -> Iterator[Position]:
    """Yield about that many positions of the game, each from the view of a seat that is to move."""
    rules, chance = core.game(game), Random(f"{game} {seats}")
    for number, document in enumerate(
        simulation.matches(game, LEVELS[:seats], MATCHES, f"hint figures {seats}")
    ):
        states = [state for _number, state, _events in match.replay(document)]
        awaited = [(state, rules.to_act(state)[0]) for state in states if rules.to_act(state)]
        for state, seat in chance.sample(awaited, min(count // MATCHES, len(awaited))):
            yield Position(game, rules.view(state, seat), number)


def loss(position: Position) -> float:
    """Return by how much the hint's best move is worse than that of the larger search."""
    rules, view = core.game(position.game), position.view
    hint = best_moves.find(rules, view, position.seed, FULL, FULL)["moves"][0]["move"]
    problem = best_moves.problem_of(rules, view, f"{position.seed} search")
    budget = Budget(int(TIMES * problem.hint * problem.playouts))
    best = search(problem, budget)[0].move
    if best == hint:
        return 0.0
    again = best_moves.problem_of(rules, view, f"{position.seed} comparison")
    better, other = compared(again, [best, hint], budget)
    return max(0.0, better.value - other.value)


def tell(*words: object) -> None:
    print("".join(str(word).ljust(WIDTH) for word in words).rstrip(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all whose bots search", default=GAMES)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--positions", type=int, default=100, help="at each number of seats")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    register_games()
    tell(*HEADS)
    with multiprocessing.Pool(options.processes, initializer=register_games) as pool:
        for game in options.games:
            for seats in options.seats:
                losses = []
                for lost in pool.imap_unordered(loss, positions(game, seats, options.positions)):
                    losses.append(lost)
                    print(f"\r{game} {seats}: {len(losses)} ", end="", file=sys.stderr, flush=True)
                print("\r", end="", file=sys.stderr)
                small, large = (sum(lost <= bound for lost in losses) for bound in (SMALL, LARGE))
                share = f"{small / len(losses):.0%}"
                tell(game, seats, len(losses), share, len(losses) - large, f"{max(losses):.3f}")


if __name__ == "__main__":
    main()
