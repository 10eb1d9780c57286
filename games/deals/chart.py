"""The picture of everybody's results: a bar a score, or a dot a person where there are few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.deals.results import Bar, Standing


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
            "has_counted": bar.counted > 0,
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
