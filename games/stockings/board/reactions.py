"""Drawings of reaction times: a slap on one card as a bar, and all of a match as dots on a line."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from statistics import median
from typing import NamedTuple

from django.utils.formats import number_format

from games.boards.language import gettext as _
from games.boards.people import Person
from games.rules.reactions import SHORTEST

# The width of a line, and the least distance of a dot from its ends.
WIDTH, EDGE = 180, 5
SECOND = 1000
# The line ends at a multiple of STEP (in ms), or where a flipped card's time ended. Later slaps are drawn at its end.
STEP = 500


def width(ms: int, longest: int) -> str:
    """Return the width of a slap's bar. 100 is the longest slap on the card, at least a second."""
    return str(100 * ms // max(SECOND, longest))


class Line(NamedTuple):
    """A seat's slaps in a match as dots on a line from 0 to `end`: the position of each, and whether it was `right`,
    `wrong` or `late`. The usual time is marked; a text and the numbers of right and wrong slaps give the rest."""

    dots: tuple[tuple[str, str], ...]
    usual: str
    text: str
    right: int
    wrong: int
    end: str


def lines(people: Sequence[Person], window: int) -> list[Line]:
    """Return a line for each seat, an empty one if its slaps weren't stored."""
    all_claims = [person.claims for person in people]
    if not any(all_claims):
        return []
    end = end_of([ms for claims in all_claims for ms, _verdict in claims or ()], window)
    return [_line(claims or (), end) for claims in all_claims]


def end_of(times: Sequence[int], window: int) -> int:
    """Return the end of a line that holds these times, in ms. A flipped card waits for `window`."""
    longest = max(0, *times)
    return min(window, STEP * (1 + (longest - 1) // STEP) or STEP)


def seconds(ms: int) -> str:
    return _("%(seconds)s s") % {"seconds": number_format(Decimal(ms) / SECOND)}


def times(claims: Sequence[tuple[int, int]]) -> list[int]:
    """Return the slaps' times in ms. As at the table, none counts as less than the shortest reaction."""
    return [max(SHORTEST, ms) for ms, _verdict in claims]


def usual(reactions: Sequence[int]) -> int:
    """Return the usual one of these times."""
    return round(median(reactions))


def _line(claims: Sequence[tuple[int, int]], end: int) -> Line:
    if not claims:
        return Line(dots=(), usual="", text="", right=0, wrong=0, end="")
    slaps = times(claims)
    middle = usual(slaps)
    kinds = {1: "right", -1: "wrong"}
    verdicts = [verdict for _ms, verdict in claims]
    dots = [(place(ms, end), kinds.get(verdict, "late")) for ms, verdict in zip(slaps, verdicts, strict=True)]
    return Line(
        dots=tuple(dots),
        usual=place(middle, end),
        text=_("best %(best)d ms, usual %(usual)d ms") % {"best": min(slaps), "usual": middle},
        right=verdicts.count(1),
        wrong=verdicts.count(-1),
        end=seconds(end),
    )


def place(ms: int, end: int) -> str:
    """Return the position of a time on a line to `end`."""
    return str(EDGE + (WIDTH - 2 * EDGE) * min(ms, end) // end)
