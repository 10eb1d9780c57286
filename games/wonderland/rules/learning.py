"""Learn the worth of a notebook at the end, from matches of the light policy against itself.

It is a least squares fit over the notebooks at the start of every turn. The same seed gives the same weights to the
digit. It takes half a minute: python -m games.wonderland.rules.learning
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from games.rules.chance import Stream
from games.rules.least_squares import fitted
from games.wonderland.rules import GAME, kernel, policy, scoring
from games.wonderland.rules.table import FIRST, OVER, table_of
from games.wonderland.rules.value import features, remaining, turns

WEIGHTS = Path(__file__).with_name("weights.json")
Sample = tuple[list[float], float]
DIGITS = 4
RIDGE = 1.0


def samples(groups: str, matches: int, seed: int) -> list[Sample]:
    """Return the features of every notebook at the start of every turn, and the points by which it then grew."""
    notebooks: list[Sample] = []
    for number in range(matches):
        rng = Random(f"{seed} {groups} {number}")
        seats = 2 + number % 3
        chance = Stream(rng.randbytes(32), [""] * seats)
        table = table_of(GAME.setup(seats, chance, {"reuse_keys": True, "groups": groups}))
        seen: list[tuple[int, list[float], int]] = []
        while table.phase != OVER:
            if table.phase == FIRST:
                seen += [
                    (seat, features(book, left), scoring.worth(tuple(book), groups))
                    for seat, (book, left) in enumerate(
                        zip(table.books, turns(table, remaining(table)), strict=True)
                    )
                    if left
                ]
            kernel.play(table, policy.sensible(table), rng.random)
        final = kernel.scores(table)
        notebooks += [(notebook, final[seat] - now) for seat, notebook, now in seen]
    return notebooks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = {}
    for groups in ("linear", "square"):
        notebooks = samples(groups, options.matches, options.seed)
        weights[groups] = [round(weight, DIGITS) for weight in fitted(notebooks, RIDGE)]
        missed = [
            grown - sum([a * b for a, b in zip(weights[groups], notebook, strict=True)])
            for notebook, grown in notebooks
        ]
        error = (sum([miss * miss for miss in missed]) / len(missed)) ** 0.5
        print(f"{groups}: {len(notebooks)} notebooks, off by {error:.2f} points", weights[groups], flush=True)
    WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
