"""Learn how notebooks grow until the end, from matches between players of several strengths (value.py).

The first matches are the light policy's. What is learnt from them plays the next ones, in a search as the hard bot's
with fewer playouts, against the light policy and what was learnt before. So the value foresees weak opponents and
strong ones. With numba it takes 50 minutes of processor time; the same seed gives the same weights on the same machine:
python -m games.wonderland.rules.learning
"""

from __future__ import annotations

import argparse
import json
from array import array
from collections.abc import Sequence
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple

from games.rules.chance import Stream
from games.rules.least_squares import fitted
from games.rules.search import shares
from games.rules.spread import likeliest
from games.wonderland.rules import GAME
from games.wonderland.rules.compiled import loops_table
from games.wonderland.rules.league import LIGHT, SEAT, START, play_match, room
from games.wonderland.rules.loops import MOST, Floats
from games.wonderland.rules.playouts import (
    FEATURES,
    LACKING,
    OTHERS,
    ROW,
    Value,
    floats,
    points,
    policy_of,
)
from games.wonderland.rules.search import MARGIN
from games.wonderland.rules.table import table_of
from games.wonderland.rules.value import LONGEST, WEIGHTS_FILE

# Matches of each of the rounds of learning, and playouts of a move in them.
MATCHES, PLAYOUTS = (10_000, 15_000, 25_000), 300
# Weights are drawn to those for one card less, the first ones to 0, as so many samples would: early notebooks are much
# alike and say little of others. The spread is judged by so many starts of turns.
RIDGE, JUDGED = 100.0, 20_000
DIGITS = 3


class Start(NamedTuple):
    """The start of a turn: the number of cards until the end, by seat the features, the points by which the notebook
    then grew and the points of that moment, and the seats' shares of the win."""

    cards: int
    features: list[Floats]
    grown: list[float]
    now: list[float]
    wins: list[float]


def value_of(learnt: Sequence[Sequence[float]], seats: int) -> Value:
    """Return values for compiled functions, each with its rows one after the other."""
    weights = array("d", [weight for rows in learnt for weight in rows])
    return Value(weights, LONGEST[seats], MARGIN, floats(FEATURES), floats(MOST), floats(MOST))


def player(values: int, rng: Random) -> int:
    """Return the number of one of the values, or LIGHT with a chance of one half."""
    return rng.randrange(values) if values and rng.random() < 0.5 else LIGHT


def starts(
    groups: str, seats: int, learnt: Sequence[Sequence[float]], matches: int, seed: str, playouts: int
) -> list[Start]:
    """Play matches between the light policy and what was learnt, drawn for each seat. Return the starts of turns but
    the first one of a match, where notebooks are alike."""
    found: list[Start] = []
    working, policy, value = room(), policy_of(), value_of(learnt, seats)
    for number in range(matches):
        rng = Random(f"{seed} {groups} {seats} {number}")
        chance = Stream(rng.randbytes(32), [""] * seats)
        table = loops_table(table_of(GAME.setup(seats, chance, {"reuse_keys": True, "groups": groups})))
        players = array("q", [player(len(learnt), rng) for _ in range(seats)])
        twister = array("q", rng.getstate()[1])
        count = play_match(table, players, working, policy, value, playouts, twister)
        final = [points(table, seat) for seat in range(seats)]
        wins = shares([-end for end in final])
        for at in range(START, START * count, START):
            rows = [
                working.starts[place : place + SEAT] for place in range(at + 1, at + 1 + SEAT * seats, SEAT)
            ]
            now = [row[FEATURES] for row in rows]
            features = [row[:FEATURES] for row in rows]
            grown = [end - before for end, before in zip(final, now, strict=True)]
            found.append(Start(int(working.starts[at]), features, grown, now, wins))
    return found


def row_of(starts: list[Start], before: Sequence[float]) -> list[float]:
    """Return the weights with the least squared error in the growth of notebooks, and the spread. `before` is the row
    for one card less. Raise ValueError without starts."""
    if not starts:
        raise ValueError("too few matches: no turn began with one of the numbers of cards until the end")
    samples = [
        (features, grown - weighted(before, features))
        for start in starts
        for features, grown in zip(start.features, start.grown, strict=True)
    ]
    weights = [sum(pair) for pair in zip(before[:FEATURES], fitted(samples, RIDGE), strict=True)]
    ends = [
        [now + weighted(weights, features) for now, features in zip(start.now, start.features, strict=True)]
        for start in starts[:JUDGED]
    ]
    spread = likeliest(ends, [start.wins for start in starts[:JUDGED]])
    return [*[round(weight, DIGITS) for weight in weights], spread]


def weighted(row: Sequence[float], features: Floats) -> float:
    return sum([weight * feature for weight, feature in zip(row, features, strict=False)])


def learnt(groups: str, seats: int, matches: Sequence[int], seed: int) -> list[float]:
    """Return the rows of weights of a way to count groups and a number of seats, one after the other."""
    values: list[list[float]] = []
    for number, count in enumerate(matches):
        by_cards: dict[int, list[Start]] = {cards: [] for cards in range(1, LONGEST[seats] + 1)}
        for start in starts(groups, seats, values, count, f"{seed} {number}", PLAYOUTS):
            by_cards[min(start.cards, LONGEST[seats])].append(start)
        rows = [[0.0] * FEATURES]
        for its_starts in by_cards.values():
            rows.append(row_of(its_starts, rows[-1]))
        values.append([weight for row in rows[1:] for weight in row])
        print(f"{groups}, {seats} seats: {count:,} matches", flush=True)
    return values[-1]


def stored(weights: Sequence[float], seats: int) -> list[Any]:
    """Return rows of weights as weights.json has them (value.Row)."""
    rows = [weights[at : at + ROW] for at in range(0, len(weights), ROW)]
    return [[row[:seats], row[LACKING:OTHERS], row[OTHERS:FEATURES], row[FEATURES]] for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=MATCHES, help="of each round of learning")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tables = [(groups, seats) for groups in ("linear", "square") for seats in GAME.SEATS]
    weights: dict[str, dict[str, Any]] = {"linear": {}, "square": {}}
    with Pool() as pool:
        arguments = [(*table, options.matches, options.seed) for table in tables]
        for (groups, seats), found in zip(tables, pool.starmap(learnt, arguments, chunksize=1), strict=True):
            weights[groups][str(seats)] = stored(found, seats)
    WEIGHTS_FILE.write_text(json.dumps(weights).replace("], [[", "],\n[[") + "\n")


if __name__ == "__main__":
    main()
