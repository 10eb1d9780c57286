"""Marks for reactions that are too short or too even for a person, and for answers of a page that is held back.

A script sends the same messages as a page, so it can't be locked out; but its reaction times show. All times are in ms,
without the round trip, before the least reaction is credited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, pstdev

# The least reaction that is credited: no person reacts faster. A sprinter who starts sooner after the shot makes a
# false start (World Athletics, Technical Rule 16.6), and people react to sounds faster than to pictures.
SHORTEST = 100
# This many shorter reactions may be luck: a key that was pressed for another reason.
LUCKY = 2
# The mean of 1,469 people who pressed a key when a light came was 213 (Woods et al. 2015,
# doi:10.3389/fnhum.2015.00131), and here people must also recognise a card. No person's median is as short as this.
USUAL, USUAL_OF = 150, 5
# Every person's reactions vary (Dykiert et al. 2012, doi:10.1371/journal.pone.0045759). This wide bound on the standard
# deviation of EVEN_OF reactions in one match is our own.
EVEN, EVEN_OF = 20, 8

# The server pings the page and its browser at the same moment, and a page answers a few ms after its browser. If the
# median difference of HELD_OF answers is HELD or more, one of them is held back. A page that answers after more than
# ASLEEP was suspended.
HELD, HELD_OF, ASLEEP = 100, 10, 1000

FAST, TOO_EVEN, HELD_BACK = "fast", "even", "line"


@dataclass(frozen=True)
class Reactions:
    """A seat's reactions in one match, `best` and `usual` (the median) as credited.

    `mark` is FAST or TOO_EVEN if they can't be a person's, else "".
    """

    best: int
    usual: int
    mark: str


def judged(reactions: Sequence[int]) -> Reactions | None:
    """Return the summary of a seat's reactions, None if there are none."""
    if not reactions:
        return None
    best, usual = max(SHORTEST, min(reactions)), max(SHORTEST, round(median(reactions)))
    return Reactions(best, usual, _mark(reactions))


def held_back(differences: Sequence[float]) -> bool:
    """Return True if the page's answers don't fit its browser's. `differences` says how much later each came."""
    awake = [difference for difference in differences if abs(difference) <= ASLEEP]
    return len(awake) >= HELD_OF and abs(median(awake)) >= HELD


def _mark(reactions: Sequence[int]) -> str:
    count = len(reactions)
    short = sum(reaction < SHORTEST for reaction in reactions)
    if short > LUCKY or (count >= USUAL_OF and median(reactions) < USUAL):
        return FAST
    return TOO_EVEN if count >= EVEN_OF and pstdev(reactions) < EVEN else ""
