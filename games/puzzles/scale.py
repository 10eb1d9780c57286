"""The numbers of people and puzzles: a right answer is a win of the person against the puzzle (Elo)."""

from __future__ import annotations

import math

from games.puzzles.making import PuzzleData

# The first number of a person.
START = 1500.0
# A difference of SPREAD points makes the stronger side ten times as likely to win.
SPREAD = 400
# The greatest change by one answer: for a person by the number of their answers so far, and for a puzzle.
STEPS, LAST, PUZZLES = ((10, 64.0), (30, 32.0)), 20.0, 16.0
# A person's number is uncertain until they have given this many answers.
CERTAIN = 10
# The starting number of a puzzle grows by MISSED if the greedy bot fails, by DOUBLING for each doubling of the moves
# above four, and by up to CLEAR if the second move is nearly as good.
MISSED, DOUBLING, CLEAR = 150.0, 60.0, 200.0


def chance(person: float, puzzle: float) -> float:
    """Return how likely the person is right."""
    return 1 / (1 + math.pow(10, (puzzle - person) / SPREAD))


def changed(person: float, puzzle: float, tries: int, *, is_right: bool) -> tuple[float, float]:
    """Return both numbers after the answer."""
    step = next((step for below, step in STEPS if tries < below), LAST)
    surprise = is_right - chance(person, puzzle)
    return person + step * surprise, puzzle - PUZZLES * surprise


def first_guess(puzzle: PuzzleData, moves: int) -> float:
    """Return the starting number of a puzzle; `moves` is the number of legal moves."""
    points, wins = puzzle["gap"]
    # A share of the win of 3 % is worth about a point.
    clear: float = min(1.0, max(points / 10, wins / 0.3))
    missed = 0.0 if puzzle["greedy"] else MISSED
    return START + missed + DOUBLING * math.log2(max(2, moves) / 4) - CLEAR * clear
