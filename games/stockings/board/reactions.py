"""Drawings of reactions: a seat's slap on a card as a bar, and all of a match as dots on a line."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from statistics import median
from typing import NamedTuple

from django.utils.formats import number_format

from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.boards.people import Person
from games.rules.reactions import SHORTEST

# A line is so many units wide, and a dot keeps so far from its ends.
WIDTH, EDGE = 180, 5
SECOND = 1000
# It ends at a whole one of these (ms), and not later than LONGEST: what comes later stands at its end.
STEP, LONGEST = 500, 3000


def width(ms: int, longest: int) -> str:
    """Of a slap's bar on one card: 100 is the longest, or a second."""
    return str(100 * ms // max(SECOND, longest))


class Dot(NamedTuple):
    """A slap on a line: how far along it stands, and whether it was `right`, `wrong` or `late`."""

    x: str
    kind: str


class Line(NamedTuple):
    """A seat's slaps of a match on a line from 0 to `end`; its usual one is marked, the rest is told in words."""

    dots: tuple[Dot, ...]
    usual: str
    text: str
    right: str
    wrong: str
    end: str


def lines(people: Sequence[Person]) -> list[Line]:
    """By seat; empty where slaps were not stored."""
    known = [person.claims for person in people]
    if not any(known):
        return []
    longest = max(max(0, ms) for claims in known for ms, _verdict in claims or ())
    end = min(LONGEST, STEP * (1 + (longest - 1) // STEP) or STEP)
    return [_line(claims or (), end) for claims in known]


def _line(claims: Sequence[tuple[int, int]], end: int) -> Line:
    if not claims:
        return Line(dots=(), usual="", text="", right=_right(0), wrong=_wrong(0), end="")
    # As on the table, where none counts for less.
    times = [max(SHORTEST, ms) for ms, _verdict in claims]
    usual, best = round(median(times)), min(times)
    kinds = {1: "right", 0: "late", -1: "wrong"}
    return Line(
        dots=tuple(
            [
                Dot(_at(ms, end), kinds.get(verdict, "late"))
                for ms, (_ms, verdict) in zip(times, claims, strict=True)
            ]
        ),
        usual=_at(usual, end),
        text=_("best %(best)d ms, usual %(usual)d ms") % {"best": best, "usual": usual},
        right=_right(sum(verdict == 1 for _ms, verdict in claims)),
        wrong=_wrong(sum(verdict == -1 for _ms, verdict in claims)),
        end=_("%(seconds)s s") % {"seconds": number_format(Decimal(end) / 1000)},
    )


def _at(ms: int, end: int) -> str:
    return str(EDGE + (WIDTH - 2 * EDGE) * min(ms, end) // end)


def _right(count: int) -> str:
    return ngettext("%(count)d first", "%(count)d first", count) % {"count": count}


def _wrong(count: int) -> str:
    return ngettext("%(count)d wrong", "%(count)d wrong", count) % {"count": count}
