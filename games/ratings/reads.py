"""Queries for pages: a person's numbers, their picture, matches by number of people, head to head."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User
from games import boards
from games.models import Seat, Table
from games.ratings.chart import Chart, chart
from games.ratings.eligibility import pool_of
from games.ratings.models import HiddenRating, Place, RatedMatch, Rating
from games.ratings.scale import Skill, stakes
from games.rules import core

# The latest matches that are drawn, the people that are offered by name, and the latest results of two people.
DRAWN, OFFERED, LATEST = 150, 60, 10


def paces(game: str) -> list[str]:
    """Return the paces at which the game is played; a race is live only."""
    return (
        [Table.Pace.LIVE.value]
        if core.game(game).REAL_TIME
        else [Table.Pace.LIVE.value, Table.Pace.DAYS.value]
    )


def may_see(person: User, viewer: User | None) -> bool:
    return viewer == person or not HiddenRating.objects.filter(user=person).exists()


def hidden(people: Collection[int], viewer: int | None) -> set[int]:
    """Return the people whose numbers the viewer may not see."""
    return set(
        HiddenRating.objects.filter(user__in=people).exclude(user=viewer).values_list("user", flat=True)
    )


def skills_of(people: Collection[int], pool: str) -> dict[int, Skill]:
    """Return the skills in a pool. A person without a rated match has the initial one."""
    rows = Rating.objects.filter(user__in=people, pool=pool).values_list("user", "mu", "sigma")
    return dict.fromkeys(people, Skill()) | {user: Skill(mu, sigma) for user, mu, sigma in rows}


class Number(NamedTuple):
    """A person's rating in one pool."""

    game: str
    pace: str
    skill: Skill
    matches: int
    wins: int


def numbers(person: User) -> list[Number]:
    """Return the person's ratings in the order of the games."""
    rows = {row.pool: row for row in Rating.objects.filter(user=person)}
    ratings = [(game, pace, rows.get(pool_of(game, pace))) for game in boards.games() for pace in paces(game)]
    return [
        Number(game, pace, Skill(row.mu, row.sigma), row.matches, row.wins)
        for game, pace, row in ratings
        if row
    ]


def by_game(numbers: Sequence[Number], chosen: Number | None = None) -> list[Number]:
    """Return one rating a game: the chosen one, else that of the pace with most matches."""
    best: dict[str, Number] = {}
    for number in sorted(numbers, key=lambda number: (number != chosen, -number.matches)):
        best.setdefault(number.game, number)
    return [best[game] for game in boards.games() if game in best]


def history(person: User, pool: str) -> Chart | None:
    places = Place.objects.filter(user=person, pool=pool).order_by("-ended_at", "-match")[:DRAWN]
    rows = list(places)[::-1]
    skills = [Skill(row.mu_before, row.sigma_before) for row in rows[:1]] + [
        Skill(row.mu, row.sigma) for row in rows
    ]
    return chart(skills, [row.ended_at for row in rows])


def by_people(person: User, pool: str) -> list[dict[str, Any]]:
    """Return matches, wins and points by the number of people, with the share of wins that chance would give."""
    places = Place.objects.filter(user=person, pool=pool)
    change = Sum(F("mu") - F("mu_before"))
    rows = places.values("people").annotate(
        played=Count("pk"), won=Count("pk", filter=Q(rank=1)), change=change
    )
    return [
        row
        | {
            "bar": round(100 * row["won"] / row["played"]),
            "chance": round(100 / row["people"]),
            "change": round(row["change"]),
        }
        for row in rows.order_by("people")
    ]


@dataclass(frozen=True)
class HeadToHead:
    """The matches of two people at the same table, as the first sees them. `latest` are 1, 0 or -1, the newest last."""

    other: User
    ahead: int
    level: int
    behind: int
    latest: list[int]

    @property
    def matches(self) -> int:
        return self.ahead + self.level + self.behind

    @property
    def bar(self) -> tuple[int, int]:
        """Return the shares of both, in per cent."""
        return round(100 * self.ahead / self.matches), round(100 * self.behind / self.matches)


def met(person: User, pool: str) -> list[str]:
    """Return the names of the people with whom the person played most often."""
    own = Place.objects.filter(user=person, pool=pool).values("match")
    others = Place.objects.filter(match__in=own, user__is_active=True).exclude(user=person)
    counted = others.values(name=F("user__username")).annotate(often=Count("pk")).order_by("-often", "name")
    return [row["name"] for row in counted[:OFFERED]]


def head_to_head(person: User, other: User, pool: str) -> HeadToHead | None:
    """Return None if they have not met in a rated match of this pool."""
    theirs = Place.objects.filter(match=OuterRef("match"), user=other).values("rank")[:1]
    places = Place.objects.filter(user=person, pool=pool).annotate(theirs=Subquery(theirs))
    ranks = places.filter(theirs__isnull=False).order_by("ended_at", "match").values_list("rank", "theirs")
    results = [(rank < other_rank) - (rank > other_rank) for rank, other_rank in ranks]
    if not results:
        return None
    return HeadToHead(other, results.count(1), results.count(0), results.count(-1), results[-LATEST:])


class Stake(NamedTuple):
    """The possible gain and loss of a person in a match. `skill` is None if they hide their numbers."""

    name: str
    skill: Skill | None
    gain: int = 0
    loss: int = 0


def stakes_of(table: Table, seats: Sequence[Seat], viewer: User | None) -> list[Stake]:
    """Return the stakes of the people at a waiting table, and of a viewer who may sit down.

    Gains and losses would reveal hidden numbers. They are 0 if the viewer may not see somebody's.
    """
    people = [(seat.user_id, seat.shown) for seat in seats if seat.user_id is not None]
    free = any(seat.is_empty for seat in seats)
    if viewer is not None and free and viewer.pk not in dict(people):
        people.append((viewer.pk, viewer.username))
    ids = [user for user, _name in people]
    skills = skills_of(ids, pool_of(table.game, table.pace))
    unseen = hidden(ids, viewer.pk if viewer else None)
    at_stake = [(0, 0)] * len(ids) if unseen or len(ids) < 2 else stakes([skills[user] for user in ids])
    return [
        Stake(name, None) if user in unseen else Stake(name, skills[user], *both)
        for (user, name), both in zip(people, at_stake, strict=True)
    ]


class Change(NamedTuple):
    """The change of a seat's number by a match. The skills are None if the viewer may not see them.

    `hides` is True if the person hides their numbers.
    """

    seat: Seat
    before: Skill | None = None
    after: Skill | None = None
    hides: bool = False

    @property
    def points(self) -> int:
        return self.after.number - self.before.number if self.before and self.after else 0


def changes(match: RatedMatch, seats: Sequence[Seat], viewer: int | None) -> list[Change]:
    """Return the changes by a match, without any if somebody at the table hides their numbers from the viewer.

    The others' changes would reveal the hidden number.
    """
    places: QuerySet[Place] = match.places.order_by("rank", "seat")
    unseen = hidden([place.user_id for place in places if place.user_id is not None], viewer)
    return [
        Change(seats[place.seat], hides=place.user_id is None or place.user_id in unseen)
        if unseen or place.user_id is None
        else Change(
            seats[place.seat], Skill(place.mu_before, place.sigma_before), Skill(place.mu, place.sigma)
        )
        for place in places
    ]
