"""Simulated matches of people with known strengths, to compare the predictions of ratings with others.

The ranks come from another model than the ratings'. Before each match the program predicts who of each two people
comes in first. `python -m tests.ratings.simulated` prints the figures of docs/ratings.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from games.ratings.scale import Skill, chance_to_beat, rated

SEATS = (2, 3, 4, 5, 6)
# Probabilities are never smaller.
SURELY = 1e-6


@dataclass(frozen=True)
class Compared:
    """By the name of who predicts, the mean of -log of the chance that was given to what happened. `strengths` knows
    what nobody can know; `coin` knows nothing."""

    pairs: int
    losses: dict[str, float]


def compare(matches: int, people: int, seed: str) -> Compared:
    """Simulate matches. A score is normally distributed around the person's strength; the highest is first."""
    rng = Random(seed)
    strengths = [rng.gauss(0, 1) for _ in range(people)]
    skills, wins, played = [Skill()] * people, [0] * people, [0] * people
    losses, pairs = {"ratings": 0.0, "win shares": 0.0, "strengths": 0.0, "coin": 0.0}, 0

    def share(who: int) -> float:
        """Return the share of wins, with one win in two matches added."""
        return (wins[who] + 1) / (played[who] + 2)

    for _ in range(matches):
        table = rng.sample(range(people), rng.choice(SEATS))
        scores = {who: round(4 * rng.gauss(strengths[who], 1.2)) for who in table}
        ranks = [1 + sum(other > scores[who] for other in scores.values()) for who in table]
        for place, person in enumerate(table):
            for other in table[place + 1 :]:
                if scores[person] == scores[other]:
                    continue
                first, second = (person, other) if scores[person] > scores[other] else (other, person)
                pairs += 1
                between = (strengths[first] - strengths[second]) / (1.2 * math.sqrt(2))
                losses["ratings"] += _loss(chance_to_beat(skills[first], skills[second]))
                losses["win shares"] += _loss(share(first) / (share(first) + share(second)))
                losses["strengths"] += _loss(0.5 * math.erfc(-between / math.sqrt(2)))
                losses["coin"] += _loss(0.5)
        for who, skill, rank in zip(table, rated([skills[who] for who in table], ranks), ranks, strict=True):
            skills[who] = skill
            played[who] += 1
            wins[who] += rank == 1
    return Compared(pairs, {name: loss / pairs for name, loss in losses.items()})


def _loss(chance: float) -> float:
    return -math.log(min(1 - SURELY, max(SURELY, chance)))


if __name__ == "__main__":
    print(compare(10_000, 200, "unbirthday"))
