"""The picture of everybody's results: a bar a score, or a dot a person where there are few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.deals.results import Bar, Standing

# The fewest scores side by side, because fewer bars would be too wide. There are as many places as seats.
SCORES = 12


def chart(standing: Standing, score: int, marks: Sequence[dict[str, Any]], places: int = 0) -> dict[str, Any]:
    """Return the bars and marks of the picture in its own units. With `places` the scores are places from 1 on."""
    return Chart(standing, score, marks, places).parts()


def spark(standing: Standing, score: int, places: int = 0) -> dict[str, str]:
    """Return only the bars, as two SVG paths: those of others, and that of the score."""
    return Chart(standing, score, [], places).paths()


class Chart:
    """The picture of all results. In its own units: 740 wide; bars stand on `FLOOR` and are at most `HIGH`."""

    WIDTH, FLOOR, HIGH, EDGE = 740, 210, 170, 6
    # Half the width of a person's mark below the axis.
    MARK = 17

    def __init__(
        self, standing: Standing, score: int, marks: Sequence[dict[str, Any]], places: int = 0
    ) -> None:
        self.standing, self.score, self.marks = standing, score, marks
        scores: list[int] = [bar.score for bar in standing.bars] + [score] + [mark["score"] for mark in marks]
        self.low, self.top = (1, places) if places else self._wide(min(scores), max(scores))
        self.step: float = (self.WIDTH - 2 * self.EDGE) / (self.top - self.low + 1)
        self.most = max((bar.people for bar in standing.bars), default=1)

    @staticmethod
    def _wide(low: int, top: int) -> tuple[int, int]:
        spare = max(0, SCORES - 1 - (top - low))
        return low - spare // 2, top + (spare + 1) // 2

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
            "high": max([244, *(mark["y"] + self.MARK + 2 for mark in marks)]),
        }

    def paths(self) -> dict[str, str]:
        wide = max(1.0, self.step * 0.88)
        paths = {"others": "", "mine": ""}
        for bar in self.standing.bars:
            left, top = self.middle(bar.score) - wide / 2, self.FLOOR - self.HIGH * bar.people / self.most
            whose = "mine" if bar.score == self.score else "others"
            paths[whose] += f"M{left:.0f} {self.FLOOR}V{top:.0f}h{wide:.0f}V{self.FLOOR}"
        return paths

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
        """Return the marks under the axis. Marks that would cover one another get further rows."""
        ends: list[float] = []
        hung = []
        for mark in sorted(self.marks, key=lambda each: each["score"]):
            x = self.middle(mark["score"])
            row = next((row for row, end in enumerate(ends) if x - end >= 2 * self.MARK), len(ends))
            ends[row : row + 1] = [x]
            y = 263 + (2 * self.MARK + 2) * row
            left, top = self._text(x - self.MARK), y - self.MARK
            place = {"x": self._text(x), "y": y, "left": left, "top": top}
            hung.append(mark | place)
        return hung

    @staticmethod
    def _text(number: float) -> str:
        """Return the number as SVG reads it, whatever the language."""
        return f"{number:.1f}"
