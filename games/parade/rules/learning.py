"""Learn what a card is worth, from matches of the network against itself (value.py).

Each seat plays the card that is worth most, and now and then any card. After a match every position is drawn towards
the ones that followed it and to the result (temporal differences: Tesauro, TD-Gammon, Communications of the ACM 38,
1995), by Adam (Kingma and Ba 2015). With numba it takes about an hour; the same seed gives the same
weights on the same machine: python -m games.parade.rules.learning

numba compiles this file again only when it changes itself, not when value.py does.
"""

from __future__ import annotations

import argparse
import json
from array import array
from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from typing import NamedTuple, TypeAlias

from games.parade.rules import value
from games.parade.rules.loops import HUES, LEFT, LENGTH, SEATS, SIZES, TURN, Ints, count, ints, keep, play
from games.parade.rules.positions import POSITION, ROWS, deal, set_position
from games.rules.fast import compiled
from games.rules.twister import bits_53

Floats: TypeAlias = "array[float]"  # of 32 bits

# The outputs of the first layer and of the second.
FIRST, SECOND = 32, 32
MATCHES = {2: 2_000_000, 6: 2_000_000}
# The share of moves that are any card, and how far a position is drawn to the result in place of the next position.
STRAY, TRACE = 0.05, 0.7
# Matches between two changes of the weights; the size of a change at first, and the share of it that is left at last.
BATCH, RATE, LAST_RATE = 4, 0.001, 0.03
# Room for a seat's moves in a match, and matches between two lines of progress.
MOVES, CHUNK = 70, 20_000


class Learner(NamedTuple):
    """The weights of a network and what Adam keeps of each: the sum of its slopes in this batch, the mean of the sums
    and that of their squares. `shape` holds where the rows of the match, the second layer and the last one begin, and
    the number of all weights."""

    shape: Ints
    weights: Floats
    slopes: Floats
    means: Floats
    squares: Floats


class Room(NamedTuple):
    """Room to work in: a table, one after a move, a position after it, costs by colour, the sums of the layers (the
    first by colour, then pooled), by seat and move the positions and worths of a match, moves and points by seat."""

    table: Ints
    after: Ints
    position: Ints
    costs: Ints
    first: Floats
    second: Floats
    positions: Ints
    worths: Floats
    moves: Ints
    points: Ints


@compiled
def forward(learner: Learner, room: Room, positions: Ints, start: int) -> float:
    """Return the share of the win in the position that begins at `start`. It leaves the sums of both layers."""
    shape, weights, first, second = learner.shape, learner.weights, room.first, room.second
    sizes, match = start + HUES * ROWS, start + HUES * ROWS + HUES
    pooled = HUES * FIRST
    for at in range(FIRST):
        first[pooled + at] = 0.0
    for colour in range(HUES):
        begin = FIRST * colour
        for at in range(FIRST):
            first[begin + at] = 0.0
        for number in range(positions[sizes + colour]):
            row = FIRST * positions[start + ROWS * colour + number]
            for at in range(FIRST):
                first[begin + at] += weights[row + at]
        for at in range(FIRST):
            first[pooled + at] += max(first[begin + at], 0.0)
    for at in range(SECOND):
        second[at] = 0.0
    for number in range(6 + 2 * room.table[SEATS]):
        row = shape[0] + SECOND * positions[match + number]
        for at in range(SECOND):
            second[at] += weights[row + at]
    for number in range(FIRST):
        row, factor = shape[1] + SECOND * number, first[pooled + number]
        for at in range(SECOND):
            second[at] += factor * weights[row + at]
    total = weights[shape[2] + SECOND]
    for at in range(SECOND):
        total += weights[shape[2] + at] * max(second[at], 0.0)
    return 1 / (1 + exp(-total))


@compiled
def backward(learner: Learner, room: Room, start: int, error: float) -> None:
    """Add to the slopes those of one of `room.positions`, whose share of the win is too large by `error`. It uses and
    overwrites the sums that `forward` left."""
    shape, weights, slopes = learner.shape, learner.weights, learner.slopes
    positions, first, second = room.positions, room.first, room.second
    sizes, match = start + HUES * ROWS, start + HUES * ROWS + HUES
    pooled = HUES * FIRST
    slopes[shape[2] + SECOND] += error
    for at in range(SECOND):
        output = second[at]
        second[at] = 0.0
        if output > 0:
            slopes[shape[2] + at] += error * output
            second[at] = error * weights[shape[2] + at]
    for number in range(6 + 2 * room.table[SEATS]):
        row = shape[0] + SECOND * positions[match + number]
        for at in range(SECOND):
            slopes[row + at] += second[at]
    for number in range(FIRST):
        row, factor, total = shape[1] + SECOND * number, first[pooled + number], 0.0
        for at in range(SECOND):
            slopes[row + at] += factor * second[at]
            total += second[at] * weights[row + at]
        first[pooled + number] = total
    for colour in range(HUES):
        begin = FIRST * colour
        for at in range(FIRST):
            first[begin + at] = first[pooled + at] if first[begin + at] > 0 else 0.0
        for number in range(positions[sizes + colour]):
            row = FIRST * positions[start + ROWS * colour + number]
            for at in range(FIRST):
                slopes[row + at] += first[begin + at]


@compiled
def step(learner: Learner, rate: float, number: int) -> None:
    """Change the weights against their slopes, which become 0. `number` counts the changes from 1."""
    weights, slopes, means, squares = learner.weights, learner.slopes, learner.means, learner.squares
    of_mean, of_square = 1 - 0.9**number, 1 - 0.999**number
    for at in range(len(weights)):
        slope = slopes[at]
        means[at] += 0.1 * (slope - means[at])
        squares[at] += 0.001 * (slope * slope - squares[at])
        weights[at] -= rate * (means[at] / of_mean) / (sqrt(squares[at] / of_square) + 1e-6)
        slopes[at] = 0.0


@compiled
def best_place(learner: Learner, room: Room) -> int:
    """Return the place in the hand of the card that is worth most to the seat in turn."""
    table = room.table
    best, most = 0, -1.0
    for place in range(table[SIZES + table[TURN]]):
        set_position(table, place, room.after, room.position, 0, room.costs)
        worth = forward(learner, room, room.position, 0)
        if worth > most:
            best, most = place, worth
    return best


@compiled
def learn(
    learner: Learner, room: Room, seats: Ints, matches: int, rate: float, steps: int, twister: Ints
) -> float:
    """Play matches of these numbers of seats in turn and learn from them. Return the mean squared error of the worths.
    `steps` changes of the weights were made before."""
    table, positions, worths, moves = room.table, room.positions, room.worths, room.moves
    squared, number = 0.0, 0
    for match in range(matches):
        deal(table, seats[match % len(seats)], twister)
        for seat in range(table[SEATS]):
            moves[seat] = 0
        while table[LEFT] != 0:
            seat = table[TURN]
            if bits_53(twister) < STRAY * 9007199254740992.0:
                place = bits_53(twister) % table[SIZES + seat]
            else:
                place = best_place(learner, room)
            at = MOVES * seat + moves[seat]
            set_position(table, place, room.after, positions, POSITION * at, room.costs)
            worths[at] = forward(learner, room, positions, POSITION * at)
            moves[seat] += 1
            play(table, place)
        keep(table, room.costs)
        count(table, room.points, 0)
        least, winners = room.points[0], 0
        for seat in range(table[SEATS]):
            least = min(least, room.points[seat])
        for seat in range(table[SEATS]):
            winners += room.points[seat] == least
        for seat in range(table[SEATS]):
            won = 1 / winners if room.points[seat] == least else 0.0
            target = won
            for at in range(MOVES * seat + moves[seat] - 1, MOVES * seat - 1, -1):
                worth = forward(learner, room, positions, POSITION * at)
                squared += (worth - won) ** 2
                number += 1
                backward(learner, room, POSITION * at, worth - target)
                target = TRACE * target + (1 - TRACE) * worths[at]
        if match % BATCH == BATCH - 1:
            steps += 1
            step(learner, rate, steps)
    return squared / number


def floats(length: int) -> Floats:
    return array("f", bytes(4 * length))


def room_of(most: int) -> Room:
    """Return room for matches of that many seats."""
    return Room(
        table=ints(LENGTH),
        after=ints(LENGTH),
        position=ints(POSITION),
        costs=ints(HUES),
        first=floats(FIRST * (HUES + 1)),
        second=floats(SECOND),
        positions=ints(most * MOVES * POSITION),
        worths=floats(most * MOVES),
        moves=ints(most),
        points=ints(most),
    )


def shape_of(most: int) -> Ints:
    """Return where the rows of the match, the second layer and the last one begin, and the number of all weights."""
    match = FIRST * value.COLOUR_ROWS[most]
    mixed = match + SECOND * value.MATCH_ROWS[most]
    return array("q", [match, mixed, mixed + FIRST * SECOND, mixed + FIRST * SECOND + SECOND + 1])


def stored(weights: Sequence[float], most: int) -> dict[str, list[list[int]]]:
    """Return the weights as weights.json has them."""
    match, mixed, last, length = shape_of(most)
    whole = [round(weight / value.STEP) for weight in weights]
    return {
        "colour": [whole[at : at + FIRST] for at in range(0, match, FIRST)],
        "match": [whole[at : at + SECOND] for at in range(match, mixed, SECOND)],
        "mixed": [whole[at : at + SECOND] for at in range(mixed, last, SECOND)],
        "last": [whole[last:length]],
    }


def learnt(most: int, matches: int, seed: int) -> dict[str, list[list[int]]]:
    """Return the weights for two seats, or for three to six."""
    random, shape = Random(f"{seed} {most}"), shape_of(most)
    weights = array("f", [random.gauss(0, 0.1) for _ in range(shape[3])])
    learner = Learner(shape, weights, *(floats(shape[3]) for _ in range(3)))
    twister = array("q", random.getstate()[1])
    room = room_of(most)
    seats = array("q", [2] if most == 2 else [3, 4, 5, 6])
    for done in range(0, matches, CHUNK):
        rate = RATE * max(LAST_RATE, 1 - done / matches)
        chunk = min(CHUNK, matches - done)
        error = learn(learner, room, seats, chunk, rate, done // BATCH, twister)
        print(f"{most} seats, {done + chunk:,} matches: squared error {error:.4f}", flush=True)
    return stored(weights, most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, help="by default two million for each network")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = {
        str(most): learnt(most, options.matches or matches, options.seed) for most, matches in MATCHES.items()
    }
    value.WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")).replace("],[", "],\n[") + "\n")


if __name__ == "__main__":
    main()
