"""Exact odds of the cards that a viewer can't see. The functions use nothing but their arguments.

The table here is a State as one viewer knows it: UNKNOWN stands for each card that they can't see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, perm

from games.wonderland.rules.state import DECK, KINDS, Cards, Pile, State, Tunnel

UNKNOWN = ""
# Cached answers of each function below, of a few kB.
KEPT = 500
Counts = tuple[int, ...]  # cards of each kind, in the order of KINDS
WHOLE = tuple(DECK.count(kind) for kind in KINDS)


def unknown(table: State) -> Counts:
    """Return the number of cards of each kind that the viewer can't locate."""
    seen = [card for cards in (*table.notebooks, table.discards) for card in cards]
    seen += [card for pile in table.piles for card in pile.down + pile.up]
    seen += [entry.card for tunnel in table.tunnels for entry in tunnel]
    return tuple([count - seen.count(kind) for count, kind in zip(WHOLE, KINDS, strict=True)])


def top(pile: Pile) -> str:
    """Return the card that the next taker of this pile gets, or UNKNOWN."""
    return pile.up[-1] if pile.up else pile.down[0]


def counted(tunnel: Tunnel) -> Counts:
    """Return the known cards of a tunnel that count in its check."""
    cards = [entry.card for entry in tunnel if entry.by is None]
    return tuple([cards.count(kind) for kind in KINDS])


def falls(counts: Sequence[int]) -> bool:
    return max(counts[:5]) + counts[5] >= 3


class Odds:
    """The odds of `seat`'s tunnel, for a viewer who knows `table`.

    Cards that a hatter put there may be any that leave the tunnel standing now.
    """

    def __init__(self, table: State, seat: int) -> None:
        self.unknown = unknown(table)
        self.mine = counted(table.tunnels[seat])
        self.hidden = sum(entry.card == UNKNOWN for entry in table.tunnels[seat])

    def outlook(self, tops: Sequence[str]) -> Mapping[Cards, tuple[int, int]]:
        """Return for each possible value of these cards the number of ways, and in how many of them the tunnel
        falls."""
        return _outlook(self.mine, self.unknown, self.hidden, tuple(tops))

    def chance(self, tops: Sequence[str]) -> float:
        """Return the chance that the tunnel falls when these cards join it."""
        return _chance(self.mine, self.unknown, self.hidden, tuple(tops))

    def chance_elsewhere(self, counts: Counts, card: str) -> float:
        """Return the chance that another tunnel, with these known cards, falls when `card` joins it."""
        return _chance(self.mine, self.unknown, hidden=self.hidden, tops=(card,), other=counts)


# Cached, because several viewers ask about a move, and piles share many unknown cards.
@lru_cache(maxsize=KEPT)
def _outlook(mine: Counts, rest: Counts, hidden: int, tops: Cards) -> Mapping[Cards, tuple[int, int]]:
    outcomes: dict[Cards, tuple[int, int]] = {}
    hands = _hands(mine, rest, hidden)
    for kinds in product(*[KINDS if card == UNKNOWN else (card,) for card in tops]):
        drawn = [kind for kind, card in zip(kinds, tops, strict=True) if card == UNKNOWN]
        ways = bad = 0
        for weight, held, left in hands:
            count = weight * _orders(left, drawn)
            ways += count
            bad += count if falls(_with(held, kinds)) else 0
        if ways:
            outcomes[kinds] = (ways, bad)
    return outcomes


@lru_cache(maxsize=KEPT)
def _chance(mine: Counts, rest: Counts, hidden: int, tops: Cards, other: Counts | None = None) -> float:
    """Return the chance that the tunnel, or an `other` one, falls with these cards."""
    known_cards = [card for card in tops if card != UNKNOWN]
    unseen = len(tops) - len(known_cards)
    ways = good = 0
    for weight, held, left in _hands(mine, rest, hidden):
        ways += weight * perm(sum(left), unseen)
        good += weight * _safe(_with(other or held, known_cards), left, unseen)
    return (ways - good) / ways if ways else 0.0


def _safe(counts: Sequence[int], rest: Sequence[int], unseen: int) -> int:
    """Return in how many ways `unseen` cards in a row from `rest` leave a tunnel of `counts` standing."""
    if falls(counts):
        return 0
    if not unseen:
        return 1
    most, room = max(counts[:5]), 2 - counts[5]
    able = [kind for kind in range(len(KINDS)) if (counts[kind] if kind < 5 else most) < room]
    if unseen == 1:
        return sum([rest[kind] for kind in able])
    return sum(
        [rest[kind] * _safe(_more(counts, kind, 1), _more(rest, kind, -1), unseen - 1) for kind in able]
    )


def _more(counts: Sequence[int], kind: int, by: int) -> list[int]:
    return [*counts[:kind], counts[kind] + by, *counts[kind + 1 :]]


@lru_cache(maxsize=KEPT)
def _hands(mine: Counts, rest: Counts, hidden: int) -> tuple[tuple[int, Counts, Counts], ...]:
    return tuple(_standing(mine, rest, hidden))


def _with(counts: Counts, kinds: Sequence[str]) -> list[int]:
    more = list(counts)
    for kind in kinds:
        more[KINDS.index(kind)] += 1
    return more


def _orders(rest: Counts, kinds: Sequence[str]) -> int:
    """Return in how many ways these kinds come in a row from `rest`."""
    left, ways = list(rest), 1
    for kind in kinds:
        ways *= left[KINDS.index(kind)]
        left[KINDS.index(kind)] -= 1
    return ways


def _standing(mine: Counts, rest: Counts, hidden: int) -> Iterable[tuple[int, Counts, Counts]]:
    """Yield every choice of hidden tunnel cards that leaves it standing: its weight, the tunnel, the remaining
    cards."""
    spans = [range(min(hidden, number, 2) + 1) for number in rest]
    for extra in product(*spans) if hidden else [(0,) * len(KINDS)]:
        if sum(extra) != hidden:
            continue
        now = tuple([a + b for a, b in zip(mine, extra, strict=True)])
        if falls(now):
            continue
        weight = 1
        for number, chosen in zip(rest, extra, strict=True):
            weight *= comb(number, chosen)
        yield weight, now, tuple([a - b for a, b in zip(rest, extra, strict=True)])
