"""Learn the worth of cards at the end of a round, from matches of the light policy against itself.

It goes backwards: the worths at the end of a round tell what its start is worth. They are those with the least squared
error in the lead over the other seats (Bradtke and Barto, Linear least-squares algorithms for temporal difference
learning, Machine Learning 22, 1996). The first matches are played by the greedy bot's worths, those after them by what
was learnt from the first. Between two seats the policy minds the other's next run, too, because what one gains the
other loses. The same seed gives the same weights to the digit. It takes ten minutes:
python -m games.tea_time.rules.learning
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from games.rules.least_squares import fitted
from games.rules.search import shares
from games.rules.spread import likeliest
from games.tea_time.rules import kernel, policy, value
from games.tea_time.rules.kernel import BOARDS, Table
from games.tea_time.rules.rules import GRIDS, INDEX, MOST, POINTS
from games.tea_time.rules.value import Values

WEIGHTS = Path(__file__).with_name("weights.json")
# The share of moves that are any of the LIKELY best ones, so that other holdings occur than the policy's own.
STRAY, LIKELY = 0.15, 6
# Worths are drawn to the points that a character brings at once, as so many samples would.
RIDGE = 5.0
# The spread is judged by so many matches.
JUDGED = 3000
DIGITS = 2
Weights = dict[str, Any]
Valued = Callable[[Table], Values]


class Start(NamedTuple):
    """The start of a round, and the seats' shares of the win at the end of that match."""

    table: Table
    wins: list[float]


class Sample(NamedTuple):
    """The start of a round by seat: its features, the points of its characters and the points that are expected at the
    end of the round."""

    features: list[list[float]]
    points: list[int]
    expected: list[float]


def at_first(table: Table) -> Values:
    """Return the greedy bot's worths, by the cards in the deck."""
    return value.early(table, len(table.deck))


def matches(seats: int, count: int, seed: int, valued: Valued) -> dict[int, list[Start]]:
    """Play matches. Return the starts of their rounds but the first, by the number of rounds that are to come."""
    starts: dict[int, list[Start]] = {rounds: [] for rounds in range(1, GRIDS[seats].rounds)}
    cards = [character for character in range(len(INDEX)) for _ in range(GRIDS[seats].each)]
    for number in range(count):
        rng = Random(f"{seed} {seats} {number}")
        table, tables = kernel.deal(cards, rng.random, seats), list[Table]()
        while table.legal:
            play_round(table, valued(table), rng)
            if table.legal:
                tables.append(table.copy())
        wins = shares(kernel.final(table))
        for start in tables:
            starts[rounds_left(start)].append(Start(start, wins))
    return starts


def play_round(table: Table, values: Values, strays: Random | None = None) -> None:
    """Play the round by the light policy; some moves stray from it if there is a source of random numbers."""
    deck = len(table.deck)
    while table.legal and len(table.deck) == deck:
        if strays and strays.random() < STRAY:
            kernel.take(table, strays.choice(policy.promising(table, values)[:LIKELY]))
        elif len(table.held) == 2:
            kernel.take(table, policy.wary_run(table, values))
        else:
            policy.play_round(table, values, 1)


def rounds_left(table: Table) -> int:
    """Return the number of rounds that are to come at the start of one."""
    return (len(table.deck) + len(table.grid)) // BOARDS[len(table.held)].size


def average(seats: int, rounds: int) -> float:
    """Return the average number of cards of a character in so many rounds."""
    return rounds * BOARDS[seats].size / len(INDEX)


def cards_left(table: Table) -> list[int]:
    """Return the number of cards of each character that are to come at the start of a round."""
    rest = [*table.deck, *table.grid]
    return [rest.count(character) for character in range(len(INDEX))]


def features(table: Table, seat: int) -> list[float]:
    """Return the features of a seat at the start of a round: the number of characters of which it holds none, one, ...
    MOST cards, the same weighted by the surplus of cards to come, and a 1 at its place in the round's order."""
    seats, numbers, weighted = len(table.held), [0.0] * (MOST + 1), [0.0] * (MOST + 1)
    usual = average(seats, rounds_left(table))
    for held, left in zip(table.held[seat], cards_left(table), strict=True):
        count = min(abs(held), MOST)
        numbers[count] += 1
        weighted[count] += left / usual - 1
    places = [0.0] * seats
    places[(seat - table.seat) % seats] = 1
    return [*numbers, *weighted, *places]


def learnt(seats: int, starts: dict[int, list[Start]]) -> Weights:
    """Return the weights for a number of seats, by the number of rounds that follow."""
    weights: Weights = {}
    for rounds, its_starts in starts.items():
        samples = [sampled(start.table, weights) for start in its_starts]
        found = weights[str(rounds)] = least_squared(samples, seats, rounds)
        judged = its_starts[:JUDGED]
        found["spread"] = likeliest(
            [expected(start.table, found) for start in judged], [start.wins for start in judged]
        )
    return weights


def sampled(start: Table, weights: Weights) -> Sample:
    """Play the round by the light policy. `weights` are those of fewer rounds."""
    table, values = start.copy(), value.values(start, weights)
    play_round(table, values)
    points = [sum([POINTS[min(abs(held), MOST)] for held in mine]) for mine in start.held]
    return Sample(
        [features(start, seat) for seat in range(len(points))], points, value.results(table, values)[0]
    )


def least_squared(samples: list[Sample], seats: int, rounds: int) -> Weights:
    """Return the weights of one number of rounds with the least squared error in the seats' leads."""
    found = fitted(leads(samples), RIDGE)
    # Leads leave open how many points all seats have.
    level = fmean(
        now - sum([weight * feature for weight, feature in zip(found, mine, strict=True)])
        for sample in samples
        for mine, now in zip(sample.features, grown(sample), strict=True)
    )
    kinds = len(POINTS)
    worths, slopes, places = found[:kinds], found[kinds : 2 * kinds], found[2 * kinds :]
    usual = average(seats, rounds)
    cards = [
        [
            round(points + worth + (left / usual - 1) * slope, DIGITS)
            for points, worth, slope in zip(POINTS, worths, slopes, strict=True)
        ]
        for left in range(GRIDS[seats].each + 1)
    ]
    return {"cards": cards, "places": [round(place + level, DIGITS) for place in places]}


def grown(sample: Sample) -> list[float]:
    """Return by seat the expected points less those of now."""
    return [after - now for after, now in zip(sample.expected, sample.points, strict=True)]


def leads(samples: list[Sample]) -> Iterator[tuple[list[float], float]]:
    """Yield the features and the growth of each seat, less the mean of all seats."""
    for sample in samples:
        means = [fmean(column) for column in zip(*sample.features, strict=True)]
        growths = grown(sample)
        mean = fmean(growths)
        for mine, growth in zip(sample.features, growths, strict=True):
            yield [feature - usual for feature, usual in zip(mine, means, strict=True)], growth - mean


def expected(table: Table, weights: Weights) -> list[float]:
    """Return the expected final points by seat at the start of a round."""
    left, seats = cards_left(table), len(table.held)
    return [
        sum([weights["cards"][rest][min(abs(held), MOST)] for rest, held in zip(left, mine, strict=True)])
        + weights["places"][(seat - table.seat) % seats]
        for seat, mine in enumerate(table.held)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=16_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = {}
    for seats in GRIDS:
        first = learnt(seats, matches(seats, options.matches, options.seed, at_first))

        def better(table: Table, first: Weights = first) -> Values:
            return value.values(table, first)

        weights[str(seats)] = learnt(seats, matches(seats, options.matches, options.seed, better))
        spreads = [table["spread"] for table in weights[str(seats)].values()]
        print(f"{seats} seats: spreads {spreads}", flush=True)
    WEIGHTS.write_text(json.dumps(weights).replace("]], ", "]],\n").replace("], [", "],\n[") + "\n")


if __name__ == "__main__":
    main()
