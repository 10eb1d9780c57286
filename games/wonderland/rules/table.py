"""Wonderland's table as small ints, for playouts. The functions use nothing but their arguments.

A card is its kind's place in KINDS. An entry of a tunnel is its card, with a flag if a hatter put it there or a queen
covered it. What a cat has shown changes no playout and is left out.
"""

from __future__ import annotations

from games.wonderland.rules.state import KINDS, PILES, State

# (EXPLORE, pile, card), (STOP,), (POWER, card, character, a, b). `a` and `b` are a power's fields in the order of
# powers.FIELDS, 0 if it has none.
Move = tuple[int, ...]

EXPLORE, POWER, STOP = range(3)
ALICE, RABBIT, CAT, QUEEN, HATTER, EVERYONE = range(len(KINDS))
HATTERS, COVERED = 8, 16  # flags of a tunnel's entry
RING, SPIRITS = range(PILES), range(len(KINDS))
FIRST, CHOICE, POWERS, OVER = range(4)  # phases; in CHOICE the seat may stop
PHASES = {"explore": FIRST, "choice": CHOICE, "power": POWERS, "over": OVER}
STOPPING: Move = (STOP,)


class Table:
    """A running match. A playout changes it."""

    __slots__ = (
        "books",
        "counts",
        "discards",
        "downs",
        "ending",
        "groups",
        "hall",
        "hand",
        "keys",
        "phase",
        "powers",
        "reuse",
        "tunnels",
        "turn",
        "ups",
    )

    downs: list[list[int]]  # by pile, first card last
    ups: list[list[int]]  # by pile, newest card last
    keys: int  # a bit for each pile with a key
    books: list[list[int]]  # by seat and kind, the number of cards
    tunnels: list[list[int]]  # by seat, entries
    counts: list[list[int]]  # by seat and kind, the number of uncovered cards in its tunnel
    discards: list[int]  # by kind, the number of cards
    hall: int
    hand: int
    turn: int
    phase: int
    powers: list[tuple[int, int]]  # usable powers, while one is to be chosen
    ending: bool
    reuse: bool
    groups: str

    def copy(self) -> Table:
        table = Table()
        table.downs = [cards[:] for cards in self.downs]
        table.ups = [cards[:] for cards in self.ups]
        table.books = [cards[:] for cards in self.books]
        table.tunnels = [cards[:] for cards in self.tunnels]
        table.counts = [cards[:] for cards in self.counts]
        table.discards = self.discards[:]
        table.keys, table.hall, table.hand = self.keys, self.hall, self.hand
        table.turn, table.phase, table.ending = self.turn, self.phase, self.ending
        table.powers = self.powers
        table.reuse, table.groups = self.reuse, self.groups
        return table


def counted(tunnel: list[int]) -> list[int]:
    """Return the number of uncovered cards of each kind in a tunnel."""
    counts = [0] * len(KINDS)
    for entry in tunnel:
        if entry < COVERED:
            counts[entry & 7] += 1
    return counts


def table_of(state: State) -> Table:
    table, place = Table(), {kind: place for place, kind in enumerate(KINDS)}
    table.downs = [[place[card] for card in reversed(pile.down)] for pile in state.piles]
    table.ups = [[place[card] for card in pile.up] for pile in state.piles]
    table.keys = sum([1 << number for number, pile in enumerate(state.piles) if pile.key])
    table.books = [[cards.count(kind) for kind in KINDS] for cards in state.notebooks]
    table.tunnels = [
        [place[e.card] + HATTERS * e.hatter + COVERED * (e.by is not None) for e in tunnel]
        for tunnel in state.tunnels
    ]
    table.counts = [counted(tunnel) for tunnel in table.tunnels]
    table.discards = [state.discards.count(kind) for kind in KINDS]
    table.hall, table.hand, table.turn = state.hall, state.hand, state.turn
    table.phase, table.ending = PHASES[state.phase], state.ending
    table.reuse, table.groups = state.reuse_keys, state.groups
    table.powers = usable(table) if table.phase == POWERS else []
    return table


def able(table: Table, character: int) -> bool:
    """Return True if that power can be used now."""
    if character == ALICE:
        return table.hall > 0
    if character == QUEEN:
        return len([1 for entry in table.tunnels[table.turn] if entry < HATTERS]) >= 2
    a, b, c, d, e = table.downs
    return bool(a or b or c or d or e)


def usable(table: Table) -> list[tuple[int, int]]:
    """Return the usable powers: the card just taken, and the character."""
    first, second = table.tunnels[table.turn][-2:]
    powers = []
    for card in (first,) if first == second else (first, second):
        if card == EVERYONE:
            powers += [(card, power) for power in range(EVERYONE) if able(table, power)]
        elif able(table, card):
            powers.append((card, card))
    return powers
