"""The scores of notebooks. The functions use nothing but their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.wonderland.rules.state import KINDS

SET, ALL_FIVE = 15, 5


def score(cards: Sequence[str], groups: str) -> int:
    """Return the points of a notebook under the table rule `groups`: `linear` or `square`."""
    return worth(tuple([cards.count(kind) for kind in KINDS]), groups)


# Tens of thousands of notebooks are possible, of 180 bytes each.
@lru_cache(maxsize=1 << 14)
def worth(counts: tuple[int, ...], groups: str) -> int:
    """Return the points for these numbers of cards, in the order of KINDS, by their best division."""
    return max(division(counts, groups, sets) for sets in range(min(counts[:5]) + 1))


def division(counts: tuple[int, ...], groups: str, sets: int) -> int:
    """Return the points if that many sets of five are formed and the rest stays in groups."""
    power = 2 if groups == "square" else 1
    rest: int = sum((count - sets) ** power for count in counts[:5])
    return SET * sets + rest + ALL_FIVE * counts[5]
