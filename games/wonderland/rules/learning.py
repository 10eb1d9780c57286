"""Learn what a notebook will be worth at the end, from matches of the light policy against itself.

Least squares over the notebooks at the start of every turn; the same seed gives the same weights to the digit.
Half a minute: python -m games.wonderland.rules.learning
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from games.rules.chance import Stream
from games.wonderland.rules import GAME, kernel, policy, scoring
from games.wonderland.rules.table import FIRST, OVER, table_of
from games.wonderland.rules.value import features, remaining

WEIGHTS = Path(__file__).with_name("weights.json")
Sample = tuple[list[float], float]
DIGITS = 4
RIDGE = 1.0


def samples(groups: str, matches: int, seed: int) -> list[Sample]:
    """The features of every notebook at the start of every turn, and how many points it then grew."""
    found: list[Sample] = []
    for number in range(matches):
        rng = Random(f"{seed} {groups} {number}")
        seats = 2 + number % 3
        chance = Stream(rng.randbytes(32), [""] * seats)
        table = table_of(GAME.setup(seats, chance, {"reuse_keys": True, "groups": groups}))
        seen: list[tuple[int, list[float], int]] = []
        while table.phase != OVER:
            if table.phase == FIRST and (left := remaining(table)):
                seen += [
                    (seat, features(book, left), scoring.worth(tuple(book), groups))
                    for seat, book in enumerate(table.books)
                ]
            kernel.play(table, policy.sensible(table), rng.random)
        final = kernel.scores(table)
        found += [(known, final[seat] - now) for seat, known, now in seen]
    return found


def fitted(found: list[Sample]) -> list[float]:
    """The weights with the least squared error: the normal equations, solved by elimination."""
    size = len(found[0][0])
    rows = [[RIDGE * (row == column) for column in range(size)] + [0.0] for row in range(size)]
    for known, grown in found:
        for row, value in zip(rows, known, strict=True):
            if value:
                for column, other in enumerate(known):
                    row[column] += value * other
                row[size] += value * grown
    for pivot, row in enumerate(rows):
        rows[pivot] = row = [value / row[pivot] for value in row]
        for number, another in enumerate(rows):
            if number != pivot:
                rows[number] = [a - another[pivot] * b for a, b in zip(another, row, strict=True)]
    return [round(row[size], DIGITS) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    weights = {}
    for groups in ("linear", "square"):
        found = samples(groups, asked.matches, asked.seed)
        weights[groups] = fitted(found)
        missed = [
            grown - sum([a * b for a, b in zip(weights[groups], known, strict=True)])
            for known, grown in found
        ]
        error = (sum([each * each for each in missed]) / len(missed)) ** 0.5
        print(f"{groups}: {len(found)} notebooks, off by {error:.2f} points", weights[groups], flush=True)
    WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
