"""How a finished try stands among all that count, from counts by score: the number of rows that are read does not grow
with the number of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Sum

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
    counts = list(Count.objects.filter(deal=deal, people__gt=0).order_by("score"))
    weight = own.weight
    assert weight is not None
    ranked = [count for count in counts if count.ranked]
    people = sum(count.people for count in counts)
    better = sum(count.people for count in counts if count.weight < weight)
    worse = sum(count.people for count in counts if count.weight > weight)
    place = 1 + sum(count.people for count in ranked if count.weight < weight)
    return Standing(
        people,
        sum(count.people for count in ranked),
        better,
        worse,
        place if own.kind == Try.Kind.RANKED else None,
        tuple(_bars(counts)),
        weight >= 0,
    )


def _bars(counts: Sequence[Count]) -> list[Bar]:
    bars = []
    for score, same in groupby(counts, attrgetter("score")):
        parts = list(same)
        ranked = sum(count.people for count in parts if count.ranked)
        bars.append(Bar(score, ranked, sum(count.people for count in parts) - ranked))
    return bars


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


def chart(standing: Standing, score: int, marks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The picture's bars and marks in its own units."""
    return Chart(standing, score, marks).parts()


class Chart:
    """The picture of all results. In its own units: 740 wide; bars stand on `FLOOR` and are at most `HIGH`."""

    WIDTH, FLOOR, HIGH, EDGE = 740, 210, 170, 6

    def __init__(self, standing: Standing, score: int, marks: Sequence[dict[str, Any]]) -> None:
        self.standing, self.score, self.marks = standing, score, marks
        scores: list[int] = [bar.score for bar in standing.bars] + [score] + [mark["score"] for mark in marks]
        self.low, self.top = min(scores), max(scores)
        if self.top - self.low < 11:
            # A few scores don't become a few walls.
            spare = 11 - (self.top - self.low)
            self.low, self.top = self.low - spare // 2, self.top + (spare + 1) // 2
        self.step: float = (self.WIDTH - 2 * self.EDGE) / (self.top - self.low + 1)
        self.most = max((bar.people for bar in standing.bars), default=1)

    def middle(self, score: int) -> float:
        return self.EDGE + self.step * (score - self.low + 0.5)

    def parts(self) -> dict[str, Any]:
        wide = max(1.0, self.step * 0.88)
        bars = [self._bar(bar, wide) for bar in self.standing.bars]
        stride = next(
            each for each in (1, 2, 5, 10, 20, 50, 100, 1000) if self.step * each >= 60 or each == 1000
        )
        marks = self._hung()
        ticks = [each for each in range(self.low, self.top + 1) if each % stride == 0]
        return {
            "width": self.WIDTH,
            "floor": self.FLOOR,
            "bars": bars,
            "few": self.standing.is_few,
            "ticks": [{"x": self._text(self.middle(each)), "text": each} for each in ticks],
            "mine": self._text(min(max(self.middle(self.score), 50), self.WIDTH - 50)),
            "mine_y": self._text(min((bar["y"] for bar in bars if bar["mine"]), default=self.FLOOR) - 10),
            "marks": marks,
            "high": max([236, *(mark["y"] + 14 for mark in marks)]),
        }

    def _bar(self, bar: Bar, wide: float) -> dict[str, Any]:
        high = self.HIGH * bar.people / self.most
        counted = high * bar.counted / bar.people
        mine = bar.score == self.score
        beats = bar.score < self.score if self.standing.fewest else bar.score > self.score
        dots = [
            {"y": self._text(self.FLOOR - 14 - 22 * place), "counted": place >= bar.ranked}
            for place in range(bar.people if self.standing.is_few else 0)
        ]
        return {
            "x": self._text(self.middle(bar.score) - wide / 2),
            "middle": self._text(self.middle(bar.score)),
            "wide": self._text(wide),
            "y": round(self.FLOOR - (28 + 22 * bar.people if self.standing.is_few else high), 1),
            "high": self._text(high),
            "counted": self._text(counted),
            "counted_y": self._text(self.FLOOR - high),
            "score": bar.score,
            "people": bar.people,
            "mine": mine,
            "better": beats,
            "dots": dots,
        }

    def _hung(self) -> list[dict[str, Any]]:
        """The marks under the axis, those that would cover one another in further rows."""
        ends: list[float] = []
        hung = []
        for mark in sorted(self.marks, key=lambda each: each["score"]):
            x = self.middle(mark["score"])
            row = next((row for row, end in enumerate(ends) if x - end >= 25), len(ends))
            ends[row : row + 1] = [x]
            y = 246 + 26 * row
            place = {"x": self._text(x), "y": y, "left": self._text(x - 12), "top": y - 12, "base": y + 5}
            hung.append(mark | place)
        return hung

    @staticmethod
    def _text(number: float) -> str:
        """As SVG reads it, in every language."""
        return f"{number:.1f}"
