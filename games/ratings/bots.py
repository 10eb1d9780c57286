"""The strengths of bots on the scale of people, measured in the rated matches in which both sat.

Bots have no rating: nobody's number depends on them. A level's strength is the one under which the model expects as
many people ahead of it as there were.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from games.models import Seat
from games.play.bot_names import OF_LEVEL
from games.ratings.models import Place, Pool, RatedMatch
from games.ratings.scale import SPREAD, START, Skill, chance_to_beat, spread_between

# The newest rated matches that are looked at, and those with a level that its number takes.
LATEST, LEAST = 500, 10
# Strengths lie between, and are found by so many halvings.
LOWEST, HIGHEST, HALVINGS = -1500.0, 4500.0, 40


class Meeting(NamedTuple):
    """A bot and a person at a table: 1 if the bot came in before, 0.5 if level. A match has a weight of 1 for a bot."""

    person: Skill
    result: float
    weight: float


class Bot(NamedTuple):
    level: str
    skill: Skill
    matches: int


def shown(pool: str) -> list[Bot]:
    """Return the levels that have met people often enough, the strongest first."""
    row = Pool.objects.filter(name=pool).first()
    stored = row.bots if row is not None else {}
    bots = [Bot(level, Skill(mu, sigma), matches) for level, (mu, sigma, matches) in stored.items()]
    return sorted((bot for bot in bots if bot.matches >= LEAST), key=lambda bot: -bot.skill.mu)


def measured(pool: str) -> dict[str, tuple[float, float, int]]:
    """Return mu, sigma and the number of matches by level, as a pool stores them."""
    return {
        level: (*strength([*chain.from_iterable(matches)]), len(matches))
        for level, matches in sorted(_meetings(pool).items())
    }


def _meetings(pool: str) -> dict[str, list[list[Meeting]]]:
    """Return by level the meetings with people, match by match."""
    counted = RatedMatch.objects.filter(pool=pool, status=RatedMatch.Status.COUNTS, table__isnull=False)
    newest = list(counted.order_by("-ended_at", "-pk").values_list("pk", flat=True)[:LATEST])
    with_bots = Seat.objects.filter(table__in=newest, level__in=OF_LEVEL).values_list("table", flat=True)
    tables = sorted(set(with_bots))
    places = Place.objects.filter(match__in=tables).values_list("match", "seat", "mu_before", "sigma_before")
    skills = {(match, seat): Skill(mu, sigma) for match, seat, mu, sigma in places}
    seats = Seat.objects.filter(table__in=tables, resigned=None).order_by("table", "index")
    levels = defaultdict(list)
    for _table, group in groupby(seats, key=lambda seat: seat.table_id):
        for level, meetings in _at_table(list(group), skills).items():
            levels[level].append(meetings)
    return levels


def _at_table(seats: Sequence[Seat], skills: Mapping[tuple[str, int], Skill]) -> dict[str, list[Meeting]]:
    """Return the meetings of the first bot of each level. People who resigned are not among the seats."""
    people = [
        (skills[key], seat.rank or 0) for seat in seats if (key := (seat.table_id, seat.index)) in skills
    ]
    first = {seat.level: seat.rank or 0 for seat in reversed(seats) if seat.level in OF_LEVEL}
    return {
        level: [
            Meeting(skill, ((own < rank) - (own > rank) + 1) / 2, 1 / len(people)) for skill, rank in people
        ]
        for level, own in first.items()
        if people
    }


def strength(meetings: list[Meeting]) -> Skill:
    """Return the most likely strength; without meetings that with which everybody begins."""
    low, high = LOWEST, HIGHEST
    for _halving in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _slope(meetings, middle) > 0 else (low, middle)
    sure = 1 / SPREAD**2
    for meeting in meetings:
        chance = chance_to_beat(Skill(low, 0), meeting.person)
        sure += meeting.weight * chance * (1 - chance) / spread_between(Skill(low, 0), meeting.person) ** 2
    return Skill(low, 1 / math.sqrt(sure))


def _slope(meetings: list[Meeting], mu: float) -> float:
    """Return how fast the log-likelihood grows with the strength."""
    bot = Skill(mu, 0)
    grows = sum(
        meeting.weight
        * (meeting.result - chance_to_beat(bot, meeting.person))
        / spread_between(bot, meeting.person)
        for meeting in meetings
    )
    return grows - (mu - START) / SPREAD**2
