"""Leaderboards of a pool: everybody, the viewer's friends, or this quarter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.names import shown
from games.models import Friend
from games.ratings.models import HiddenRating, Place, Rating
from games.ratings.reads import hidden
from games.ratings.recompute import quarter_of
from games.ratings.scale import Skill

ALL, FRIENDS, SEASON = "all", "friends", "season"
# The conditions for a rank: matches, different opponents, and the time since the last match. WEEK is the time of the
# last column.
LEAST, OPPONENTS, LATELY, WEEK = 10, 3, timedelta(days=30), timedelta(days=7)
# Rows at the top, and rows on either side of the viewer's.
FIRST, BESIDE = 9, 1


@dataclass(frozen=True)
class Row:
    """A row. `user` is None if the person hides their numbers; they keep their rank. `week` is the change in 7 days."""

    rank: int
    user: User | None
    skill: Skill
    matches: int
    wins: int
    week: int
    is_me: bool

    @property
    def initial(self) -> str:
        return shown(self.user.username)[:1].upper() if self.user else "?"


@dataclass(frozen=True)
class Leaderboard:
    """The rows to show. `near` are the rows around the viewer's, after a gap; empty if there is no gap."""

    total: int
    first: list[Row]
    near: list[Row] = field(default_factory=list)
    mine: Row | None = None

    @property
    def gap(self) -> tuple[int, int]:
        """Return the first and the last rank of the gap."""
        return self.first[-1].rank + 1, self.near[0].rank - 1

    @property
    def beside(self) -> list[Row]:
        """Return the viewer's row with those above and below; empty without a rank."""
        mine = self.mine.rank if self.mine else 0
        return [row for row in [*self.first, *self.near] if mine and abs(row.rank - mine) <= BESIDE]

    @property
    def above(self) -> Row | None:
        return None if not self.beside or self.beside[0].is_me else self.beside[0]


def leaderboard(pool: str, among: str, viewer: User | None, now: datetime) -> Leaderboard:
    ranked = _ranked(pool, among, viewer, now)
    total, mine = ranked.count(), _rank_of(ranked, viewer)
    # A gap of one row would save nothing.
    has_gap = mine - 1 - BESIDE > FIRST + 1
    near = (mine - 1 - BESIDE, mine + BESIDE) if has_gap else (0, 0)
    end = FIRST if has_gap else max(FIRST, mine + BESIDE)
    rows = list(ranked[:end])
    beside = list(ranked[slice(*near)])
    ranks = [*range(1, len(rows) + 1), *range(near[0] + 1, near[0] + 1 + len(beside))]
    entries = _told([*rows, *beside], ranks, viewer, now)
    own = next((row for row in entries if row.is_me), None)
    return Leaderboard(total, entries[: len(rows)], entries[len(rows) :], own)


def _ranked(pool: str, among: str, viewer: User | None, now: datetime) -> QuerySet[Rating]:
    ranked = Rating.objects.filter(
        pool=pool, matches__gte=LEAST, last_at__gte=now - LATELY, user__is_active=True
    )
    ranked = ranked.filter(Exists(_opponents()[OPPONENTS - 1 : OPPONENTS]))
    if among == SEASON:
        ranked = ranked.filter(last_at__gte=quarter_of(now), in_quarter__gte=LEAST)
    if among == FRIENDS:
        friends = Friend.objects.filter(user=viewer).values("friend")
        # Among a few friends everybody would know who "somebody" is, and between whose numbers theirs lies.
        hiding = HiddenRating.objects.exclude(user=viewer).values("user")
        ranked = ranked.filter(Q(user__in=friends) | Q(user=viewer)).exclude(user__in=hiding)
    return ranked.select_related("user").order_by("-mu", "user")


def _opponents() -> QuerySet[Place, int | None]:
    """Return the different people whom the person of a rating has met in its pool."""
    own = Q(match__places__user=OuterRef("user"), match__places__pool=OuterRef("pool"))
    met = Place.objects.filter(own, user__isnull=False).exclude(user=OuterRef("user"))
    return met.order_by().values_list("user", flat=True).distinct()


def _rank_of(ranked: QuerySet[Rating], viewer: User | None) -> int:
    """Return the viewer's rank; 0 without one."""
    own_row = ranked.filter(user=viewer).first() if viewer else None
    if own_row is None:
        return 0
    return 1 + ranked.filter(Q(mu__gt=own_row.mu) | Q(mu=own_row.mu, user__lt=own_row.user_id)).count()


def _told(rows: Sequence[Rating], ranks: Sequence[int], viewer: User | None, now: datetime) -> list[Row]:
    people = [row.user_id for row in rows]
    unseen = hidden(people, viewer.pk if viewer else None)
    week: dict[int, float] = {}
    if rows:
        lately = Place.objects.filter(user__in=people, pool=rows[0].pool, ended_at__gte=now - WEEK)
        for user, before in lately.order_by("-ended_at", "-match").values_list("user", "mu_before"):
            # The oldest match of the week comes last.
            week[user] = before
    return [
        Row(
            rank,
            user=None if row.user_id in unseen else row.user,
            skill=Skill(row.mu, row.sigma),
            matches=row.matches,
            wins=row.wins,
            week=round(row.mu - week.get(row.user_id, row.mu)),
            is_me=viewer is not None and row.user_id == viewer.pk,
        )
        for row, rank in zip(rows, ranks, strict=True)
    ]


def season_ends(now: datetime) -> datetime:
    """Return the last day of the quarter."""
    return quarter_of(quarter_of(now) + timedelta(days=100)) - timedelta(days=1)
