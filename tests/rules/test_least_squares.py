"""Least squares: weights that the targets follow are found, and others are drawn to nothing."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.least_squares import fitted


def test_weights_that_the_targets_follow_are_found() -> None:
    rng = Random(1)
    vectors = [[rng.random(), rng.random(), 1.0] for _ in range(50)]
    samples = [(vector, 2 * vector[0] - 3 * vector[1] + 0.5) for vector in vectors]
    assert fitted(samples, 1e-9) == pytest.approx([2, -3, 0.5])


def test_of_several_targets_of_the_same_features_the_mean_is_found() -> None:
    assert fitted([([1.0], 4.0), ([1.0], 8.0)], 1e-9) == pytest.approx([6])


def test_the_ridge_counts_as_that_many_samples_of_nothing() -> None:
    assert fitted([([1.0, 0.0], 4.0)] * 3, 1.0) == pytest.approx([3, 0])
