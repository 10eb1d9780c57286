"""Learn the worth of cards at the end of a round, from matches of the light policy against itself.

In the first matches the policy values cards as the greedy bot does; in the later ones it uses what was learnt from
those before. Between two seats it minds the other's next run, too, because what one gains the other loses. The same
seed gives the same weights to the digit. It takes two minutes: python -m games.tea_time.rules.learning
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.rules.search import shares
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.kernel import BOARDS, Table
from games.tea_time.rules.rules import GRIDS, INDEX, MOST, POINTS
from games.tea_time.rules.value import Values

WEIGHTS = Path(__file__).with_name("weights.json")
# The share of moves that are any of the LIKELY best ones, so that other holdings occur than the policy's own.
STRAY, LIKELY = 0.15, 6
# A guess at a mean counts as much as that many samples.
WEIGHT = 8
SPREADS = [half / 2 for half in range(2, 30)]
# The spread is judged by so many samples.
JUDGED = 3000
DIGITS = 2
Weights = dict[str, Any]
Valued = Callable[[Table], Values]


class Sample(NamedTuple):
    """The end of a round, with the points by seat and character and the winners of that match."""

    following: int
    left: list[int]
    held: list[list[int]]
    alice: int
    points: list[list[int]]
    wins: list[float]


def at_first(table: Table) -> Values:
    """Return the greedy bot's worths, by the cards in the deck."""
    return value.early(table, len(table.deck))


def played(seats: int, rng: Random, valued: Valued) -> list[Sample]:
    """Play a match. Return a sample for each of its rounds but the last."""
    cards = [character for character in range(len(INDEX)) for _ in range(GRIDS[seats].each)]
    table, ends = kernel.deal(cards, rng.random, seats), []
    while table.legal:
        deck, values = len(table.deck), valued(table)
        while table.legal and len(table.deck) == deck:
            if rng.random() < STRAY:
                kernel.take(table, rng.choice(policy.promising(table, values)[:LIKELY]))
            elif seats == 2:
                kernel.take(table, policy.wary_run(table, values))
            else:
                policy.play_round(table, values, 1)
        if table.legal:
            rest = [*table.deck, *table.grid]
            left = [rest.count(character) for character in range(len(INDEX))]
            ends.append(
                (len(rest) // BOARDS[seats].size, left, [mine[:] for mine in table.held], table.alice)
            )
    points = [[POINTS[min(abs(count), MOST)] for count in mine] for mine in table.held]
    wins = shares(kernel.final(table))
    return [Sample(*end, points, wins) for end in ends]


def fitted(samples: list[Sample], each: int) -> Weights:
    """Return the weights of one number of rounds that follow: the mean final points by the number of cards left of a
    character and the number that a seat holds of it, and the spread."""
    sums: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for sample in samples:
        for mine, final in zip(sample.held, sample.points, strict=True):
            for left, count, points in zip(sample.left, mine, final, strict=True):
                total = sums[left, min(abs(count), MOST)]
                total[0] += 1
                total[1] += points
    cards = [[0.0] * (MOST + 1) for _ in range(each + 1)]
    for count in range(MOST + 1):
        # From the commonest number of cards left outwards: a rare one is taken for like its neighbour.
        start = max(range(each + 1), key=lambda left: sums[left, count][0])
        order = [*range(start, each + 1), *range(start - 1, -1, -1)]
        for left in order:
            guess = POINTS[count] if left == start else cards[left - 1 if left > start else left + 1][count]
            number, sum_of_points = sums[left, count]
            cards[left][count] = round((sum_of_points + WEIGHT * guess) / (number + WEIGHT), DIGITS)
    places = placed(samples, cards)
    spread = min(SPREADS, key=lambda spread: _surprise(samples, cards, places, spread))
    return {"cards": cards, "places": places, "spread": spread}


def placed(samples: list[Sample], cards: list[list[float]]) -> list[float]:
    """Return the points that seats gain on the worth of their cards, by their places in the next round's order."""
    seats = len(samples[0].held)
    gained = [0.0] * seats
    for sample in samples:
        for seat, (worth, final) in enumerate(zip(worths(sample, cards), sample.points, strict=True)):
            gained[(seat - sample.alice) % seats] += sum(final) - worth
    return [round(gain / len(samples), DIGITS) for gain in gained]


def worths(sample: Sample, cards: list[list[float]]) -> list[float]:
    """Return the worth of the seats' cards at the end of the round."""
    return [
        sum([cards[left][min(abs(count), MOST)] for left, count in zip(sample.left, mine, strict=True)])
        for mine in sample.held
    ]


def _surprise(samples: list[Sample], cards: list[list[float]], places: list[float], spread: float) -> float:
    """Return the sum of the logarithms of the chances that the winners were given."""
    total = 0.0
    for sample in samples[:JUDGED]:
        seats = len(sample.held)
        points = [
            worth + places[(seat - sample.alice) % seats] for seat, worth in enumerate(worths(sample, cards))
        ]
        chances = value.chances(points, spread)
        total -= sum([won * log(chance) for won, chance in zip(sample.wins, chances, strict=True)])
    return total


def learnt(seats: int, matches: int, seed: int, valued: Valued) -> Weights:
    """Return the weights for a number of seats, by the number of rounds that follow."""
    samples = [
        sample
        for number in range(matches)
        for sample in played(seats, Random(f"{seed} {seats} {number}"), valued)
    ]
    grid = GRIDS[seats]
    return {
        str(following): fitted([sample for sample in samples if sample.following == following], grid.each)
        for following in range(1, grid.rounds)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = {}
    for seats in GRIDS:
        first = learnt(seats, options.matches, options.seed, at_first)

        def better(table: Table, first: Weights = first) -> Values:
            return value.values(table, first)

        weights[str(seats)] = learnt(seats, options.matches, options.seed, better)
        spreads = [table["spread"] for table in weights[str(seats)].values()]
        print(f"{seats} seats: spreads {spreads}", flush=True)
    WEIGHTS.write_text(json.dumps(weights).replace("]], ", "]],\n").replace("], [", "],\n[") + "\n")


if __name__ == "__main__":
    main()
