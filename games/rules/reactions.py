"""What no person's reactions are, so short, or so even, that a program must have acted; and what no page's answers are.
Touches nothing.

A script can't be forbidden, for it sends what a page sends; but its reactions can be seen. All times are in ms, the way
there and back taken off, before a least reaction is credited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, pstdev

# A sprinter who starts sooner after the shot has not heard it (World Athletics, Technical Rule 16.6), and a sound is
# answered sooner than a picture.
SHORTEST = 100
# So many may be lucky: pressed for another reason, just when the right thing came.
LUCKY = 2
# Of 1,469 people who only had to press when a light came the mean was 213 (Woods et al. 2015,
# doi:10.3389/fnhum.2015.00131); here one must also see what came. Nobody's usual reaction is as short as this.
USUAL, USUAL_OF = 150, 5
# Everybody's reactions are spread (Dykiert et al. 2012, doi:10.1371/journal.pone.0045759). This bound is ours, and wide:
# the standard deviation of so many in one match.
EVEN, EVEN_OF = 20, 8

# The server asks the page and the browser below it at the same moment. The usual page answers a few ms after its browser;
# if the usual difference of so many is as long as this, one of them is held back. A page that answers after more than
# `ASLEEP` was asleep.
HELD, HELD_OF, ASLEEP = 100, 10, 1000

FAST, TOO_EVEN, HELD_BACK = "fast", "even", "line"


@dataclass(frozen=True)
class Reactions:
    """A seat's in one match, `best` and `usual` as they count; `mark` is FAST or TOO_EVEN if they are no person's, else
    ""."""

    best: int
    usual: int
    mark: str


def judged(reactions: Sequence[int]) -> Reactions | None:
    """None without any. The usual one is the median."""
    if not reactions:
        return None
    best, usual = max(SHORTEST, min(reactions)), max(SHORTEST, round(median(reactions)))
    return Reactions(best, usual, _mark(reactions))


def held_back(differences: Sequence[float]) -> bool:
    """Whether the page's answers don't fit the browser's, by how much later each was."""
    awake = [each for each in differences if abs(each) <= ASLEEP]
    return len(awake) >= HELD_OF and abs(median(awake)) >= HELD


def _mark(reactions: Sequence[int]) -> str:
    count = len(reactions)
    short = sum(each < SHORTEST for each in reactions)
    if short > LUCKY or (count >= USUAL_OF and median(reactions) < USUAL):
        return FAST
    return TOO_EVEN if count >= EVEN_OF and pstdev(reactions) < EVEN else ""
