"""The picture of everybody's results: a bar a score, or a dot a person where there are few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.boards.results import counted, ordinal
from games.deals.results import Bar, DealStanding

# The fewest scores side by side, because fewer bars would be too wide. There are as many places as seats.
SCORES = 12


class Chart:
    """The picture of all results. In its own units: 740 wide; bars stand on `FLOOR` and are at most `HIGH`.

    With `places` the scores are places from 1 on.
    """

    WIDTH, FLOOR, HIGH, EDGE = 740, 210, 170, 6
    # Half the width of a person's mark below the axis.
    MARK = 17
    # Half the width of the reader's label above the bars.
    LABEL = 70

    def __init__(
        self, standing: DealStanding, score: int, places: int, marks: Sequence[dict[str, Any]] = ()
    ) -> None:
        self.standing, self.score, self.marks, self.places = standing, score, marks, places
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

    def parts(self, game: str) -> dict[str, Any]:
        """Return the bars and marks of the picture."""
        stride = next(
            stride
            for stride in (1, 2, 5, 10, 20, 50, 100, 1000)
            if self.step * stride >= 60 or stride == 1000
        )
        marks = self._hung()
        ticks = [tick for tick in range(self.low, self.top + 1) if tick % stride == 0]
        middle, top = self.middle(self.score), self._top_of_all()
        below = [bar for bar in self.standing.bars if abs(self.middle(bar.score) - middle) < self.LABEL]
        return {
            "top": top,
            "bars": self._bars(game),
            "ticks": [
                {"x": self._text(self.middle(tick)), "text": ordinal(tick) if self.places else tick}
                for tick in ticks
            ],
            "mine": self._text(min(max(middle, 50), self.WIDTH - 50)),
            "mine_y": self._text(min(map(self._top, below), default=self.FLOOR) - 10),
            "marks": marks,
            "high": max([244, *(mark["y"] + self.MARK + 2 for mark in marks)]) - top,
        }

    def paths(self) -> dict[str, str]:
        """Return the bars as two SVG paths: the other scores, and the viewer's score."""
        paths = {"others": "", "mine": ""}
        for bar in self.standing.bars:
            paths["mine" if bar.score == self.score else "others"] += self._column(bar.score, self._high(bar))
        return paths

    def _high(self, bar: Bar) -> float:
        return self.HIGH * bar.people / self.most

    def _top(self, bar: Bar) -> float:
        """Return where the bar, or its highest dot, ends."""
        return self.FLOOR - (28 + 22 * bar.people if self.standing.is_few else self._high(bar))

    def _top_of_all(self) -> int:
        """Return where the picture begins: dots need less height than bars, with the reader's label above them."""
        return max(0, self.FLOOR - 78 - 22 * self.most) if self.standing.is_few else 0

    def _column(self, score: int, top: float, foot: float = 0) -> str:
        """Return the path of a bar between these two heights."""
        wide = max(1.0, self.step * 0.88)
        left = self.middle(score) - wide / 2
        return (
            f"M{left:.1f} {self.FLOOR - foot:.1f}V{self.FLOOR - top:.1f}h{wide:.1f}V{self.FLOOR - foot:.1f}"
        )

    def _bars(self, game: str) -> SafeString:
        """Return all bars as SVG. There are as many as scores, and a template takes 0.1 ms for each of them."""
        shape = self._dots if self.standing.is_few else self._rectangles
        bars = ((self._whose(bar), self._title(bar, game), shape(bar)) for bar in self.standing.bars)
        return format_html_join("", '<g class="{}"><title>{}</title>{}</g>', bars)

    def _whose(self, bar: Bar) -> str:
        if bar.score == self.score:
            return "mine"
        return "better" if (bar.score < self.score) == self.standing.fewest else "worse"

    def _title(self, bar: Bar, game: str) -> str:
        """Return the tooltip of the bar."""
        text = ngettext("%(score)s: %(people)s person", "%(score)s: %(people)s people", bar.people)
        return text % {
            "score": ordinal(bar.score) if self.places else counted(bar.score, game),
            "people": bar.people,
        }

    def _rectangles(self, bar: Bar) -> SafeString:
        """Return the bar, and over it the part of those who are only counted."""
        high = self._high(bar)
        whole = format_html('<path d="{}"/>', self._column(bar.score, high))
        if not bar.counted:
            return whole
        top = self._column(bar.score, high, high * bar.ranked / bar.people)
        return whole + format_html('<path class="counted" d="{}z"/>', top)

    def _dots(self, bar: Bar) -> SafeString:
        x = self._text(self.middle(bar.score))
        dots = (
            ("counted" if place >= bar.ranked else "", x, self.FLOOR - 14 - 22 * place)
            for place in range(bar.people)
        )
        return format_html_join("", '<circle class="{}" cx="{}" cy="{}" r="9"/>', dots)

    def _hung(self) -> list[dict[str, Any]]:
        """Return the marks under the axis. Marks that would cover one another get further rows."""
        ends: list[float] = []
        hung = []
        for mark in sorted(self.marks, key=lambda mark: mark["score"]):
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
        """Return the number in SVG's format, which doesn't depend on the language."""
        return f"{number:.1f}"
