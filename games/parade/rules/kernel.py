"""Parade for playouts: a table of small ints and bytes, which a search plays to the end many times.

The rules are binding: tests/parade/test_kernel.py compares every move of this kernel with them. A card is its place in
the rules' DECK (11 times its colour, plus its value). The cards before the seats are one int for each colour, with ten
bits for each seat: the number of its cards above the sum of their values. The functions use nothing but their
arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.parade.rules.rules import COLOUR, COLOURS, DECK, HAND, KEPT, TAKES, VALUE, State
from games.rules.search import Result, margin, shares

SEATS = range(2, 7)
Random = Callable[[], float]
Held = list[int]  # by colour

PLACE = {card: place for place, card in enumerate(DECK)}
VALUES = bytes(VALUE[card] for card in DECK)
COLUMN = bytes(COLOURS.index(COLOUR[card]) for card in DECK)
ONE = [bytes([card]) for card in range(len(DECK))]
# The cards in removal mode that each played card leaves, and those that it takes.
LEAVES = [bytes(PLACE[other] for other in DECK if other not in TAKES[card]) for card in DECK]
TAKEN = [bytes(PLACE[other] for other in DECK if other in TAKES[card]) for card in DECK]
WIDTH, SUM = 10, 6
# The points that a card adds to its colour, by seat and card.
WEIGHTS = [[(1 << SUM) + value << WIDTH * seat for value in VALUES] for seat in range(max(SEATS))]
BIT = [1 << column for column in COLUMN]
ALL_COLOURS = (1 << len(COLOURS)) - 1
KEPT_COUNTS = 1 << 15  # cached answers of `points`
# The worth of a point of lead over the others, in wins.
MARGIN = 0.01


class Table:
    """A match in the phase `play` or at its discard. A playout changes it."""

    __slots__ = ("deck", "hands", "held", "left", "parade", "turn")

    def __init__(
        self, hands: list[list[int]], parade: bytes, held: Held, deck: list[int], turn: int, left: int
    ) -> None:
        self.hands = hands
        self.parade = parade  # front first
        self.held = held
        self.deck = deck  # top last, so that `pop` draws it
        self.turn = turn
        self.left = left  # turns left in the last round; -1 before it

    def copy(self) -> Table:
        hands = [hand[:] for hand in self.hands]
        return Table(
            hands=hands,
            parade=self.parade,
            held=self.held[:],
            deck=self.deck[:],
            turn=self.turn,
            left=self.left,
        )


def table_of(state: State) -> Table:
    """Return the table of a running match's state. Discards that are chosen already are still in the hands."""
    held = [0] * len(COLOURS)
    for seat, cards in enumerate(state.before):
        lay(held, seat, [PLACE[card] for card in cards])
    return Table(
        hands=[[PLACE[card] for card in hand] for hand in state.hands],
        parade=bytes([PLACE[card] for card in state.parade]),
        held=held,
        deck=[PLACE[card] for card in reversed(state.deck)],
        turn=state.turn,
        left=-1 if state.left is None else state.left,
    )


def lay(held: Held, seat: int, cards: Sequence[int]) -> None:
    """Lay these cards before a seat."""
    for card in cards:
        held[COLUMN[card]] += WEIGHTS[seat][card]


def colours_of(held: Held, seat: int) -> int:
    """Return a bit for each colour that lies before a seat."""
    return sum([1 << column for column, cards in enumerate(held) if cards >> WIDTH * seat & 1023])


def play(table: Table, card: int) -> None:
    """Make a move of the seat in turn."""
    hand = table.hands[table.turn]
    hand.remove(card)
    parade, reach = table.parade, len(table.parade) - VALUES[card]
    took = parade[:reach].translate(None, LEAVES[card]) if reach > 0 else b""
    table.parade = (parade[:reach].translate(None, TAKEN[card]) + parade[reach:] if took else parade) + ONE[
        card
    ]
    lay(table.held, table.turn, took)
    if table.left < 0:
        if table.deck:
            hand.append(table.deck.pop())
        full = took and colours_of(table.held, table.turn) == ALL_COLOURS
        if full or not table.deck:
            table.left = len(table.hands)
    else:
        table.left -= 1
    table.turn = (table.turn + 1) % len(table.hands)


def play_at_random(table: Table, random: Random, moves: int = 1000) -> list[int]:
    """Play random cards up to the discard, or that many moves. Return the played cards."""
    hands, held, deck, parade = table.hands, table.held, table.deck, table.parade
    turn, left, seats = table.turn, table.left, len(table.hands)
    seen = [colours_of(held, seat) for seat in range(seats)]
    played: list[int] = []
    while left and moves:
        moves -= 1
        hand = hands[turn]
        place = int(random() * len(hand))
        card = hand[place]
        played.append(card)
        if (reach := len(parade) - VALUES[card]) > 0:
            took = parade[:reach].translate(None, LEAVES[card])
            if took:
                parade = parade[:reach].translate(None, TAKEN[card]) + parade[reach:]
                weights = WEIGHTS[turn]
                for taken in took:
                    held[COLUMN[taken]] += weights[taken]
                    seen[turn] |= BIT[taken]
        parade += ONE[card]
        if left < 0:
            if deck:
                hand[place] = deck.pop()
            else:
                del hand[place]
            if seen[turn] == ALL_COLOURS or not deck:
                left = seats
        else:
            del hand[place]
            left -= 1
        turn = turn + 1 if turn + 1 < seats else 0
    table.parade, table.turn, table.left = parade, turn, left
    return played


def keep_at_random(table: Table, random: Random) -> None:
    """Let every seat keep two random cards, which become its hand."""
    for hand in table.hands:
        if len(hand) == KEPT:
            del hand[int(random() * 4)]
            del hand[int(random() * 3)]


_points: dict[tuple[int, int], tuple[int, ...]] = {}


def points(column: int, seats: int) -> tuple[int, ...]:
    """Return by seat the points of one colour, times 100, plus the number of its cards."""
    if (answer := _points.get((column, seats))) is not None:
        return answer
    if len(_points) > KEPT_COUNTS:
        _points.clear()
    fields = [column >> WIDTH * seat & 1023 for seat in range(seats)]
    counts = [field >> SUM for field in fields]
    lead = 2 if seats == 2 else 0
    answer = tuple(
        [
            count + 100 * (count if count >= max(counts[:seat] + counts[seat + 1 :]) + lead else field & 63)
            for seat, (count, field) in enumerate(zip(counts, fields, strict=True))
        ]
    )
    _points[column, seats] = answer
    return answer


def final(table: Table) -> list[int]:
    """Return by seat the number that ranks it: 100 for a point and 1 for a card. Hands hold the kept cards."""
    held, seats = table.held[:], len(table.hands)
    for seat, hand in enumerate(table.hands):
        lay(held, seat, hand)
    return [sum(columns) for columns in zip(*[points(column, seats) for column in held], strict=True)]


def result(points: Sequence[int], you: int) -> Result:
    """Return what a playout's end, as `final` counts it, is worth to a seat. The fewest points win."""
    wins = shares(points)
    scores = [total // 100 for total in points]
    return scores, wins, wins[you] - MARGIN * margin(scores, you)


def finish(table: Table, random: Random) -> list[int]:
    """End a random playout: keep random cards and count."""
    keep_at_random(table, random)
    return final(table)


def deal(cards: Sequence[int], random: Random, seats: int) -> Table:
    """Return a new match with these cards, which seat 0 begins."""
    deck = sorted(cards, key=lambda _: random())
    hands = [deck[HAND * seat : HAND * seat + HAND] for seat in range(seats)]
    rest = HAND * seats
    return Table(
        hands=hands,
        parade=bytes(deck[rest : rest + 6]),
        held=[0] * len(COLOURS),
        deck=deck[rest + 6 :],
        turn=0,
        left=-1,
    )
