"""Least squares: the weights of features by which targets are off least.

The function uses nothing but its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def fitted(samples: Iterable[tuple[Sequence[float], float]], ridge: float) -> list[float]:
    """Return the weights of the samples' features with the least squared error: the normal equations, solved by
    elimination. `ridge` draws the weights to 0, as that many samples would."""
    rows: list[list[float]] = []
    for features, target in samples:
        size = len(features)
        if not rows:
            rows = [[ridge * (row == column) for column in range(size)] + [0.0] for row in range(size)]
        for row, value in zip(rows, features, strict=True):
            if value:
                for column, other in enumerate(features):
                    row[column] += value * other
                row[size] += value * target
    for pivot, row in enumerate(rows):
        rows[pivot] = row = [value / row[pivot] for value in row]
        for number, another in enumerate(rows):
            if number != pivot:
                rows[number] = [a - another[pivot] * b for a, b in zip(another, row, strict=True)]
    return [row[-1] for row in rows]
