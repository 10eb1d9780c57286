"""Measure how reliable reviews are: whether they depend on the seed, and whether their chances are right.

The first table shows how many statements of a review are repeated by a review with another seed. The second one takes
one decision from each match and compares the estimated chance of its seat with the share that such seats won. The bots
on the other seats have one level. The decisions are stored in a file, so an interrupted run continues; decisions made
by other code are ignored. Run it from the project's root: python scripts/review_figures.py --help
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from games.coach.analysis import luck, review
from games.coach.analysis.best_moves import problem_of
from games.coach.analysis.turning import turning
from games.rules import core, match, simulation
from games.rules.budget import Budget
from scripts.bot_figures import ROOT, Kept, code_of, register_games

# The games whose bots search, as reviews do.
GAMES = sorted(path.parents[1].name for path in ROOT.glob("games/*/rules/search.py"))
OPPONENTS = ("easy", "greedy", "hard")
# The playouts of the bots that search.
THINKING = Budget(60)
# The upper bounds of the groups of chances, in hundredths.
BINS = (10, 30, 50, 70, 90, 101)
Told = dict[str, list[Any]]
KEPT = ROOT / "var" / "calibration.jsonl"


class Decision(NamedTuple):
    """The estimated chance of a seat, in hundredths, and its share of the win."""

    said: float
    won: float


def matches(game: str, levels: Sequence[str], count: int) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Yield the records of matches, with the stored states before each of their moves."""
    rules = core.game(game)
    for document in simulation.matches(game, levels, count, "review figures", budget=THINKING):
        yield document, [rules.dump(state) for _number, state, _events in match.replay(document)]


def told(game: str, document: dict[str, Any], states: Sequence[Any], seed: str) -> tuple[Told, float]:
    """Return the statements of the first seat's review with this seed, and its processor time in seconds."""
    began = time.process_time()
    parts = parts_of(core.game(game), document, states, seed)
    taken = time.process_time() - began
    outcome = document["outcome"]
    sums = {
        "wins": luck.in_wins(parts, 0, outcome["ranks"]),
        "points": luck.in_points(parts, 0, outcome["scores"], fewest_win(outcome)),
    }
    signs = [
        (unit, name, getattr(total, name).value > 0)
        for unit, total in sums.items()
        for name in ("draws", "own", "others")
        if getattr(total, name).is_clear
    ]
    chances = [*(part["wins"][0] for part in parts), sums["wins"].result / 100]
    found: dict[str, list[Any]] = {
        "signs": signs,
        "turning points": list(turning(parts, 0, chances)),
        "costliest moves": list(review.costliest(parts, 0)),
    }
    return found, taken


def parts_of(
    rules: core.Game, document: dict[str, Any], states: Sequence[Any], seed: str
) -> list[review.Part]:
    """Return the first seat's review of the match with this seed, a part for each move."""
    parts = [
        review.part(
            rules, states[at], mover=entry["seat"], move=entry["move"], eyes=0, seed=f"{seed} {at + 1}"
        )
        for at, entry in enumerate(document["moves"])
    ]
    for look, at in review.second_looks(parts, 0):
        parts[at] = look(rules, states[at], parts[at], f"{seed} {at + 1}")
    return parts


def fewest_win(outcome: dict[str, Any]) -> bool:
    """Return True if the fewest points won this match."""
    scores: list[int] = outcome["scores"]
    winner: int = outcome["ranks"].index(1)
    return scores[winner] == min(scores)


def agreement(game: str, seats: int, count: int, seeds: int) -> None:
    """Print for each kind of statement how many of the first seed's statements the other seeds repeat.

    A sign that another seed doesn't tell contradicts nothing; the other statements must be there.
    """
    seen, same, slowest = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0), 0.0
    for document, states in matches(game, ["easy", "greedy", "hard", "easy"][:seats], count):
        first, *others = [told(game, document, states, f"seed {number}") for number in range(seeds + 1)]
        slowest = max(slowest, first[1], *(taken for _found, taken in others))
        for other, _taken in others:
            for name in NAMES:
                mine, its = first[0][name], other[name]
                denied = [(unit, term, not sign) for unit, term, sign in its] if name == "signs" else []
                seen[name] += len(mine)
                same[name] += sum(each not in denied if name == "signs" else each in its for each in mine)
    cells = [f"{same[name] / max(1, seen[name]):.0%} of {seen[name]}" for name in NAMES]
    print(f"| {game}, {seats} | {' | '.join(cells)} | {slowest:.1f} |", flush=True)


NAMES = ("signs", "turning points", "costliest moves")


def reviewing_code(game: str) -> str:
    """Return a hash of the files that decide what a review says."""
    files = sorted((ROOT / "games" / "coach" / "analysis").glob("*.py"))
    own = b"".join(path.read_bytes() for path in files)
    return code_of(game) + hashlib.sha256(own).hexdigest()[:12]


def decided(game: str, seats: int, level: str, number: int) -> Decision:
    """Look at one decision of match `number`."""
    rules = core.game(game)
    options = core.settle_options(rules, seats, {})
    document = simulation.one(
        game, [level] * seats, seed="review figures", number=number, options=options, budget=THINKING
    )
    states = [rules.dump(state) for _number, state, _events in match.replay(document)]
    rng, ranks = Random(f"{game} {level} {number}"), document["outcome"]["ranks"]
    at = rng.randrange(len(document["moves"]))
    entry = document["moves"][at]
    view = rules.view(rules.load(states[at]), entry["seat"])
    problem = problem_of(rules, view, f"calibration {number}")
    part = review.changed(problem, entry["seat"], entry["move"])
    won = 1 / ranks.count(1) if ranks[entry["seat"]] == 1 else 0.0
    return Decision(100 * part["wins"][entry["seat"]], won)


def looked_at(game: str, seats: int, level: str, count: int, results: Kept[Decision]) -> list[Decision]:
    """Return that many decisions; looks at those that were not kept."""
    key = f"{game} {seats} {level} {reviewing_code(game)}"
    for number in range(count):
        if (key, number) not in results.results:
            results.add(key, number, decided(game, seats, level, number))
            print(f"\r{game} {seats} {level}: {number + 1}/{count} ", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return [results.results[key, number] for number in range(count)]


def calibration(game: str, seats: int, count: int, results: Kept[Decision]) -> None:
    """Print the share of wins by estimated chance, for each level of the opponents."""
    for level in OPPONENTS:
        rows: list[list[float]] = [[] for _ in BINS]
        for decision in looked_at(game, seats, level, count, results):
            place = next(place for place, end in enumerate(BINS) if decision.said < end)
            rows[place].append(decision.won)
        cells = [f"{sum(row) / len(row):.0%} of {len(row)}" if row else "" for row in rows]
        print(f"| {game}, {seats}, {level} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--matches", type=int, default=20, help="for the first table")
    parser.add_argument("--seeds", type=int, default=10, help="that are compared with the first one")
    parser.add_argument(
        "--positions", type=int, default=1000, help="of each kind of opponent, for the second table"
    )
    parser.add_argument(
        "--kept", type=Path, default=KEPT, help="the file of the decisions; default: %(default)s"
    )
    chosen = parser.parse_args()
    register_games()
    results = Kept(chosen.kept, Decision)
    print(f"| game, seats | {' | '.join(NAMES)} | seconds, most |\n|---|---|---|---|---|")
    for game in chosen.game or GAMES:
        for seats in chosen.seats if chosen.matches else ():
            agreement(game, seats, chosen.matches, chosen.seeds)
    starts = (0, *BINS)
    heads = " | ".join(f"{start} to {min(100, end)} %" for start, end in zip(starts, BINS, strict=False))
    print(f"\n| game, seats, others | {heads} |\n|{'---|' * (len(BINS) + 1)}")
    for game in chosen.game or GAMES:
        for seats in chosen.seats if chosen.positions else ():
            calibration(game, seats, chosen.positions, results)


if __name__ == "__main__":
    main()
