"""The scale of ratings, and how a match changes them.

The model is openskill's Bradley-Terry model with full pairing: each person is compared with each other person of the
match. Everybody begins at 1500 points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

START, SPREAD = 1500.0, 200.0
# The luck in a match, and how much a person's skill may change between two matches.
BETA, TAU = 150.0, 2.5
# A number is uncertain until its spread is below.
SURE = 130.0
# Below this, the shown points are compressed.
LOW = 100.0

MODEL = BradleyTerryFull(mu=START, sigma=SPREAD, beta=BETA, tau=TAU)


class Skill(NamedTuple):
    mu: float = START
    sigma: float = SPREAD

    @property
    def number(self) -> int:
        """Return the number as it is shown. It is never negative, and has no floor that would hide a loss."""
        mu = self.mu if self.mu >= LOW else LOW * math.exp(self.mu / LOW - 1)
        return round(mu)

    @property
    def is_sure(self) -> bool:
        return self.sigma < SURE


def rated(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the skills after a match with these ranks; 1 is the first.

    The sum of floating-point numbers depends on their order. Here the order does not depend on the seats.
    """
    order = sorted(range(len(skills)), key=lambda index: (ranks[index], skills[index]))
    teams = [[MODEL.rating(mu=skills[index].mu, sigma=skills[index].sigma)] for index in order]
    after = MODEL.rate(teams, ranks=[float(ranks[index]) for index in order])
    skills_after = {index: Skill(team[0].mu, team[0].sigma) for index, team in zip(order, after, strict=True)}
    return [skills_after[index] for index in range(len(skills))]


def stakes(skills: Sequence[Skill]) -> list[tuple[int, int]]:
    """Return what each person gains as the only winner and loses as the only loser, in shown points."""
    rows = []
    for index, skill in enumerate(skills):
        first = rated(skills, [1 if other == index else 2 for other in range(len(skills))])[index]
        last = rated(skills, [2 if other == index else 1 for other in range(len(skills))])[index]
        rows.append((first.number - skill.number, last.number - skill.number))
    return rows


def spread_between(one: Skill, other: Skill) -> float:
    """Return the standard deviation of the difference between two people's results, in points."""
    return math.sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)


def chance_to_beat(one: Skill, other: Skill) -> float:
    """Return the model's probability that the first person comes in before the other."""
    return 1 / (1 + math.exp((other.mu - one.mu) / spread_between(one, other)))
