"""The ratings of a pool, computed anew from its matches in the order in which they ended.

A new match, a match that is taken out, and a rebuild are the same computation from a later or an earlier beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.ratings.eligibility import Finish, finishes
from games.ratings.models import Place, RatedMatch, Rating
from games.ratings.scale import Skill, rated

AT_ONCE = 500
# The computed fields of a place; match and seat identify it.
VALUES = [
    *("user_id", "pool", "ended_at", "rank", "people", "mu_before", "sigma_before", "mu", "sigma"),
    *("number", "wins", "in_quarter"),
]
STANDING = ["mu", "sigma", "matches", "wins", "in_quarter", "last_at"]
Progress = Callable[[int], None]
BEGINNER = Skill()


@dataclass(frozen=True)
class RunningTotal:
    """A person's skill and counts after their last match."""

    skill: Skill = BEGINNER
    number: int = 0
    wins: int = 0
    in_quarter: int = 0
    last_at: datetime | None = None

    def after(self, skill: Skill, won: bool, at: datetime) -> RunningTotal:
        same = self.last_at is not None and quarter_of(self.last_at) == quarter_of(at)
        in_quarter = 1 + (self.in_quarter if same else 0)
        return RunningTotal(skill, self.number + 1, self.wins + won, in_quarter, at)


def quarter_of(at: datetime) -> datetime:
    """Return the beginning of the quarter (UTC)."""
    at = at.astimezone(UTC)
    return datetime(at.year, at.month - (at.month - 1) % 3, 1, tzinfo=UTC)


class Recomputation:
    """Computes a pool's ratings from the matches that ended at `since` or later, or from all without it.

    `run` only reads, `store` writes.
    """

    def __init__(self, pool: str, since: datetime | None) -> None:
        self.pool, self.since, self.count = pool, since, 0
        # By the id of the user.
        self.standings: dict[int, RunningTotal] = {}
        self.changed: list[Place] = []
        self.new: list[Place] = []

    def run(self, progress: Progress | None = None) -> None:
        for matches in self._chunks():
            old = {(place.match_id, place.seat): place for place in Place.objects.filter(match__in=matches)}
            for match in matches:
                self._rate(match, old)
            self.count += len(matches)
            if progress is not None:
                progress(self.count)

    def _chunks(self) -> Iterator[list[RatedMatch]]:
        """Yield the matches that count, in order. If two ended at the same time, the smaller id comes first."""
        counted = RatedMatch.objects.filter(
            pool=self.pool, status=RatedMatch.Status.COUNTS, table__isnull=False
        )
        matches = counted.select_related("table").prefetch_related("table__seats").order_by("ended_at", "pk")
        if self.since is not None:
            matches = matches.filter(ended_at__gte=self.since)
        while chunk := list(matches[:AT_ONCE]):
            yield chunk
            last = chunk[-1]
            behind = Q(ended_at__gt=last.ended_at) | Q(ended_at=last.ended_at, pk__gt=last.pk)
            matches = matches.filter(behind)

    def _rate(self, match: RatedMatch, old: dict[tuple[str, int], Place]) -> None:
        assert match.table is not None and match.ended_at is not None
        places = finishes(list(match.table.seats.all()))
        before = [self._standing(match, finish, old.get((match.pk, finish.seat))) for finish in places]
        after = rated([standing.skill for standing in before], [finish.rank for finish in places])
        for finish, standing, skill in zip(places, before, after, strict=True):
            now = standing.after(skill, finish.rank == 1, match.ended_at)
            place = old.get((match.pk, finish.seat))
            if finish.user is not None:
                self.standings[finish.user] = now
            elif place is not None:
                now = replace(now, number=place.number, wins=place.wins, in_quarter=place.in_quarter)
            values = self._values(match, finish, len(places), standing, now)
            self._note(Place(match=match, seat=finish.seat, **values), place)

    def _values(
        self, match: RatedMatch, finish: Finish, people: int, before: RunningTotal, now: RunningTotal
    ) -> dict[str, Any]:
        return {
            "user_id": finish.user,
            "pool": self.pool,
            "ended_at": match.ended_at,
            "rank": finish.rank,
            "people": people,
            "mu_before": before.skill.mu,
            "sigma_before": before.skill.sigma,
            "mu": now.skill.mu,
            "sigma": now.skill.sigma,
            "number": now.number,
            "wins": now.wins,
            "in_quarter": now.in_quarter,
        }

    def _standing(self, match: RatedMatch, finish: Finish, old: Place | None) -> RunningTotal:
        """Return the standing before a match.

        A person whose account was deleted has the stored strength: nothing else of them is kept.
        """
        if finish.user is None:
            if old is not None:
                return RunningTotal(Skill(old.mu_before, old.sigma_before))
            return RunningTotal(Skill(*match.departed.get(str(finish.seat), BEGINNER)))
        if finish.user not in self.standings:
            self.standings[finish.user] = self._first_standing(finish.user)
        return self.standings[finish.user]

    def _first_standing(self, user_id: int) -> RunningTotal:
        """Return the standing before the first of the matches."""
        if self.since is None:
            return RunningTotal()
        before = Place.objects.filter(user=user_id, pool=self.pool, ended_at__lt=self.since)
        last = before.order_by("-ended_at", "-match").first()
        if last is None:
            return RunningTotal()
        return RunningTotal(
            Skill(last.mu, last.sigma), last.number, last.wins, last.in_quarter, last.ended_at
        )

    def _note(self, place: Place, old: Place | None) -> None:
        """Note a place that differs from the stored one."""
        if old is None:
            self.new.append(place)
        elif any(getattr(old, name) != getattr(place, name) for name in VALUES):
            place.pk = old.pk
            self.changed.append(place)

    def store(self) -> None:
        """Write what differs, within the transaction that has locked the pool."""
        stale = self._stale()
        for user_id in stale.values_list("user", flat=True).distinct():
            if user_id is not None and user_id not in self.standings:
                self.standings[user_id] = self._first_standing(user_id)
        stale.delete()
        Place.objects.bulk_update(self.changed, VALUES, batch_size=50)
        Place.objects.bulk_create(self.new, batch_size=50)
        user_ids = list(self.standings)
        for start in range(0, len(user_ids), AT_ONCE):
            self._store_ratings(user_ids[start : start + AT_ONCE])

    def _stale(self) -> QuerySet[Place]:
        """Return the places in matches that don't count any more."""
        places = Place.objects.filter(pool=self.pool)
        if self.since is not None:
            places = places.filter(ended_at__gte=self.since)
        return places.filter(~Q(match__status=RatedMatch.Status.COUNTS) | Q(match__table=None))

    def _store_ratings(self, user_ids: Sequence[int]) -> None:
        stored = {row.user_id: row for row in Rating.objects.filter(pool=self.pool, user__in=user_ids)}
        new, changed, gone = [], [], []
        for user_id in user_ids:
            standing, old = self.standings[user_id], stored.get(user_id)
            if standing.last_at is None:
                gone.append(user_id)
                continue
            row = _rating(user_id, self.pool, standing)
            if old is None:
                new.append(row)
            elif any(getattr(old, name) != getattr(row, name) for name in STANDING):
                row.pk = old.pk
                changed.append(row)
        Rating.objects.filter(pool=self.pool, user__in=gone).delete()
        Rating.objects.bulk_update(changed, STANDING, batch_size=50)
        Rating.objects.bulk_create(new, batch_size=50)


def _rating(user_id: int, pool: str, standing: RunningTotal) -> Rating:
    assert standing.last_at is not None
    return Rating(
        user_id=user_id,
        pool=pool,
        mu=standing.skill.mu,
        sigma=standing.skill.sigma,
        matches=standing.number,
        wins=standing.wins,
        in_quarter=standing.in_quarter,
        last_at=standing.last_at,
    )
