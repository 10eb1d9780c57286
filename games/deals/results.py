"""The standing of a finished try among all that count. It is computed from counts by score, so the number of rows does
not grow with the number of people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, Sum

from accounts.models import User
from games.deals.models import Count, Deal, Try

# With at most so many people each result is a dot, and no percentage is shown.
FEW = 10
# The number of best tries that are shown.
BEST = 3


@dataclass(frozen=True)
class Bar:
    """The number of people with a score: ranked ones, and others who are only counted."""

    score: int
    ranked: int
    counted: int

    @property
    def people(self) -> int:
        return self.ranked + self.counted


@dataclass(frozen=True)
class DealStanding:
    """A try among all that count: the number of people, and of those with a better or a worse result. `place` is the
    place among ranked tries, if the try is ranked."""

    people: int
    ranked: int
    better: int
    worse: int
    place: int | None
    bars: tuple[Bar, ...]
    # True if better results have a lower score.
    fewest: bool

    @property
    def is_few(self) -> bool:
        return self.people <= FEW

    @property
    def percent(self) -> int:
        """Return the percentage of people with a worse result, rounded down."""
        return 100 * self.worse // self.people if self.people else 0

    @property
    def tells_percent(self) -> bool:
        return not self.is_few and self.percent > 0

    @property
    def mean(self) -> float:
        return sum(bar.score * bar.people for bar in self.bars) / max(1, self.people)

    @property
    def marked(self) -> int:
        """Return the number of people who are counted without being ranked."""
        return self.people - self.ranked


def standing(deal: Deal, own: Try) -> DealStanding:
    """Return the standing of a finished try. A try that doesn't count is compared with those that do."""
    return standings([(deal, own)])[deal.pk]


def standings(finished: Sequence[tuple[Deal, Try]]) -> dict[int, DealStanding]:
    """Return the standings of finished tries by deal, with one query for all deals."""
    if not finished:
        return {}
    is_better = _any(Q(deal=deal, weight__lt=own.weight) for deal, own in finished)
    is_worse = _any(Q(deal=deal, weight__gt=own.weight) for deal, own in finished)
    is_ranked = Q(ranked=True)
    rows = (
        Count.objects.filter(deal__in=[deal for deal, _own in finished])
        .values("deal", "score")
        .annotate(
            everybody=_people(),
            members=_people(is_ranked),
            ahead=_people(is_better),
            behind=_people(is_worse),
            members_ahead=_people(is_better & is_ranked),
        )
        .order_by("score")
    )
    by_deal: dict[int, list[Mapping[str, Any]]] = {deal.pk: [] for deal, _own in finished}
    for row in rows:
        by_deal[row["deal"]].append(row)
    return {deal.pk: _standing(by_deal[deal.pk], own) for deal, own in finished}


def _standing(rows: Sequence[Mapping[str, Any]], own: Try) -> DealStanding:
    assert own.weight is not None
    return DealStanding(
        people=sum(row["everybody"] for row in rows),
        ranked=sum(row["members"] for row in rows),
        better=sum(row["ahead"] for row in rows),
        worse=sum(row["behind"] for row in rows),
        place=1 + sum(row["members_ahead"] for row in rows) if own.kind == Try.Kind.RANKED else None,
        bars=tuple(
            Bar(row["score"], row["members"], row["everybody"] - row["members"])
            for row in rows
            if row["everybody"] > 0
        ),
        fewest=own.weight >= 0,
    )


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)


def _people(condition: Q | None = None) -> Sum:
    return Sum("people", filter=condition, default=0)


def people_of(deals: Sequence[Deal]) -> dict[int, int]:
    """Return by deal the number of people who have finished it in time."""
    if not deals:
        return {}
    counts = Count.objects.filter(deal__in=deals).values("deal").annotate(all=Sum("people"))
    return {row["deal"]: row["all"] for row in counts}


def own_tries(deals: Sequence[Deal], person: User | None) -> dict[int, list[Try]]:
    """Return by deal the person's tries. The first is the result that counts, else the newest result or try."""
    if person is None:
        return {}
    by_deal: dict[int, list[Try]] = defaultdict(list)
    for attempt in Try.objects.filter(deal__in=deals, user=person).select_related("table", "deal"):
        by_deal[attempt.deal_id].append(attempt)
    for tries in by_deal.values():
        tries.sort(key=lambda own: (own.is_finished, own.is_finished and own.counts, own.pk), reverse=True)
    return by_deal


def first_own(deals: Sequence[Deal], person: User | None) -> dict[int, Try]:
    """Return by deal the first of the person's tries."""
    return {deal: tries[0] for deal, tries in own_tries(deals, person).items()}


def best(deal: Deal) -> list[Try]:
    """Return the best ranked tries."""
    tries = Try.objects.filter(deal=deal, kind=Try.Kind.RANKED, weight__isnull=False, user__isnull=False)
    return list(tries.select_related("user", "deal", "table").order_by("weight", "finished_at")[:BEST])


def tries_of(deal: Deal, people: Sequence[int]) -> list[Try]:
    """Return the finished tries of these people that count, best first."""
    tries = Try.objects.filter(deal=deal, user__in=people, finished_at__isnull=False)
    return list(
        tries.exclude(kind=Try.Kind.FREE).select_related("user", "deal").order_by("weight", "finished_at")
    )


def squares(standing: DealStanding) -> list[tuple[str, str]]:
    """Return ten squares to share, each for a tenth of the people: those who did better, oneself, the others. Each has
    its name and its character; the page draws them, because not every system has these characters."""
    before = min(9, 10 * standing.better // max(1, standing.people))
    return [
        *[("better", "\N{BLACK LARGE SQUARE}")] * before,
        ("mine", "\N{LARGE YELLOW SQUARE}"),
        *[("worse", "\N{LARGE GREEN SQUARE}")] * (9 - before),
    ]
