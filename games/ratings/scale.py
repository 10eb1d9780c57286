"""The scale of ratings: what a match changes, by openskill's Bradley-Terry model with full pairing (each person is
compared with each other one). Its numbers are in points, of which 1500 is where everybody begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

START, SPREAD = 1500.0, 200.0
# Chance within a match, and how much a person may change from match to match.
BETA, TAU = 150.0, 2.5
# A number is uncertain until its spread is below.
SURE = 130.0
# Below this, points are drawn ever closer together on their way to 0.
LOW = 100.0

MODEL = BradleyTerryFull(mu=START, sigma=SPREAD, beta=BETA, tau=TAU)


class Skill(NamedTuple):
    mu: float = START
    sigma: float = SPREAD

    @property
    def number(self) -> int:
        """As it is shown. Nobody comes to 0, however often they lose, and none of two equal numbers hides a loss."""
        mu = self.mu if self.mu >= LOW else LOW * math.exp(self.mu / LOW - 1)
        return round(mu)

    @property
    def is_sure(self) -> bool:
        return self.sigma < SURE


def rated(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """What the skills are after a match that ended with these ranks, 1 being the first. Sums of floating numbers
    depend on their order: it is the same here however the people sat."""
    order = sorted(range(len(skills)), key=lambda each: (ranks[each], skills[each]))
    teams = [[MODEL.rating(mu=skills[each].mu, sigma=skills[each].sigma)] for each in order]
    after = MODEL.rate(teams, ranks=[float(ranks[each]) for each in order])
    found = {each: Skill(team[0].mu, team[0].sigma) for each, team in zip(order, after, strict=True)}
    return [found[each] for each in range(len(skills))]


def stakes(skills: Sequence[Skill]) -> list[tuple[int, int]]:
    """What each can gain as the only winner, and lose as the only last one, in points as they are shown."""
    found = []
    for each, skill in enumerate(skills):
        first = rated(skills, [1 if other == each else 2 for other in range(len(skills))])[each]
        last = rated(skills, [2 if other == each else 1 for other in range(len(skills))])[each]
        found.append((first.number - skill.number, last.number - skill.number))
    return found


def chance_to_beat(one: Skill, other: Skill) -> float:
    """As the model expects it."""
    spread = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)
    return 1 / (1 + math.exp((other.mu - one.mu) / spread))
