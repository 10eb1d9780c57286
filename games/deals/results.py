"""How a finished try stands among all that count, from counts by score: the number of rows that are read does not grow
with the number of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum

from games.deals.models import Count, Deal, Try

# With so few people each result is a dot, and nothing is said in per cent.
FEW = 10


@dataclass(frozen=True)
class Bar:
    """How many people have that score: the ranked, and those who are only counted."""

    score: int
    ranked: int
    counted: int

    @property
    def people(self) -> int:
        return self.ranked + self.counted


@dataclass(frozen=True)
class Standing:
    """A try among all that count: how many people there are, and how many have a better or a worse result. `place` is
    that among the ranked, if the try is one."""

    people: int
    ranked: int
    better: int
    worse: int
    place: int | None
    bars: tuple[Bar, ...]
    # Whether better results have a lower score.
    fewest: bool

    @property
    def is_few(self) -> bool:
        return self.people <= FEW

    @property
    def percent(self) -> int:
        """How many of all people have a worse result, rounded down."""
        return 100 * self.worse // self.people if self.people else 0

    @property
    def tells_percent(self) -> bool:
        return not self.is_few and self.percent > 0

    @property
    def mean(self) -> float:
        return sum(bar.score * bar.people for bar in self.bars) / max(1, self.people)

    @property
    def marked(self) -> int:
        """How many people are counted without being ranked."""
        return self.people - self.ranked


def standing(deal: Deal, own: Try) -> Standing:
    """How the finished try stands. One that doesn't count is compared with those that do."""
    weight = own.weight
    assert weight is not None
    counts = Count.objects.filter(deal=deal)
    is_better = Q(weight__lt=weight)
    sums = counts.aggregate(
        everybody=_people(),
        members=_people(Q(ranked=True)),
        ahead=_people(is_better),
        behind=_people(Q(weight__gt=weight)),
        members_ahead=_people(is_better & Q(ranked=True)),
    )
    return Standing(
        people=sums["everybody"],
        ranked=sums["members"],
        better=sums["ahead"],
        worse=sums["behind"],
        place=1 + sums["members_ahead"] if own.kind == Try.Kind.RANKED else None,
        bars=tuple(_bars(counts)),
        fewest=weight >= 0,
    )


def _people(condition: Q | None = None) -> Sum:
    return Sum("people", filter=condition, default=0)


def _bars(counts: QuerySet[Count]) -> list[Bar]:
    sums = counts.values("score").annotate(everybody=_people(), few=_people(Q(ranked=True))).order_by("score")
    rows = sums.filter(everybody__gt=0).values_list("score", "everybody", "few")
    return [Bar(score, ranked, everybody - ranked) for score, everybody, ranked in rows]


def people_of(deals: Sequence[Deal]) -> dict[int, int]:
    """How many people have finished each of these deals in time."""
    counts = Count.objects.filter(deal__in=deals).values("deal").annotate(all=Sum("people"))
    return {row["deal"]: row["all"] for row in counts}


def own_tries(deals: Sequence[Deal], person: int | None) -> dict[int, Try]:
    """By deal the person's try that counts; else their newest of the archive."""
    if person is None:
        return {}
    tries = Try.objects.filter(deal__in=deals, user=person).select_related("table").order_by("pk")
    best: dict[int, Try] = {}
    for each in tries:
        if each.deal_id not in best or not best[each.deal_id].counts:
            best[each.deal_id] = each
    return best


def best(deal: Deal, number: int = 3) -> list[Try]:
    """The best ranked tries."""
    tries = Try.objects.filter(deal=deal, kind=Try.Kind.RANKED, weight__isnull=False, user__isnull=False)
    return list(tries.select_related("user").order_by("weight", "finished_at")[:number])


def tries_of(deal: Deal, people: Sequence[int]) -> list[Try]:
    """The finished tries of these people that count, the best first."""
    tries = Try.objects.filter(deal=deal, user__in=people, finished_at__isnull=False)
    return list(tries.exclude(kind=Try.Kind.FREE).select_related("user").order_by("weight", "finished_at"))


def squares(standing: Standing) -> str:
    """A line of ten squares for messengers, a tenth of the people each: those who did better, oneself, the others."""
    before = min(9, 10 * standing.better // max(1, standing.people))
    return (
        "\N{BLACK LARGE SQUARE}" * before
        + "\N{LARGE YELLOW SQUARE}"
        + "\N{LARGE GREEN SQUARE}" * (9 - before)
    )
