"""Parade's rules on immutable values. The functions use nothing but their arguments.

Cards are strings such as `green-3`. Cards before a seat are in the order in which they were taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from games.rules import core
from games.rules.chance import Chance

COLOURS = ("red", "blue", "purple", "green", "grey", "orange")
DECK = tuple(f"{colour}-{value}" for colour in COLOURS for value in range(11))
COLOUR = {card: card.partition("-")[0] for card in DECK}
VALUE = {card: int(card.partition("-")[2]) for card in DECK}
HAND, PARADE, KEPT = 5, 6, 4
# Cached answers of each function about the cards before the seats, of up to 2 kB.
CACHED = 200

# A played card takes these cards in removal mode: its own colour, and values up to its own.
TAKES = {
    played: frozenset(card for card in DECK if COLOUR[card] == COLOUR[played] or VALUE[card] <= VALUE[played])
    for played in DECK
}
PLAYS: dict[str, core.Move] = {card: {"type": "play", "card": card} for card in DECK}
MOVES: Mapping[str, core.Fields] = {"play": {"card": str}, "discard": {"cards": list[str]}}

Cards = tuple[str, ...]


class State(NamedTuple):
    """A state of the match. A tuple, because a playout makes fifty of them, and a frozen dataclass costs four times as
    much."""

    hands: tuple[Cards, ...]
    parade: Cards  # front first
    before: tuple[Cards, ...]
    deck: Cards  # top first
    turn: int  # the seat to play; at the discard the seat that would be next
    left: int | None  # turns left in the last round; None before it
    chosen: tuple[Cards | None, ...]  # discards, secret until all have chosen
    over: bool


def setup(seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
    deck = chance.shuffle(DECK)
    first = chance.pick(seats)
    hands = [deck[HAND * k : HAND * (k + 1)] for k in range(seats)]
    rest = HAND * seats
    return State(
        hands=tuple(hands[(seat - first) % seats] for seat in range(seats)),
        parade=deck[rest : rest + PARADE],
        before=((),) * seats,
        deck=deck[rest + PARADE :],
        turn=first,
        left=None,
        chosen=(None,) * seats,
        over=False,
    )


def to_act(state: State) -> tuple[int, ...]:
    if state.over:
        return ()
    if state.left == 0:
        return tuple(seat for seat, cards in enumerate(state.chosen) if cards is None)
    return (state.turn,)


def check(state: State, seat: int, move: core.Move) -> None:
    phase = "discard" if state.left == 0 else "play"
    if move["type"] != phase:
        raise core.Refused("wrong_phase", phase=phase)
    cards = [move["card"]] if phase == "play" else move["cards"]
    for card in cards:
        if card not in COLOUR:
            raise core.Refused("no_such_card", card=card[:20])
        if card not in state.hands[seat]:
            raise core.Refused("not_in_hand", card=card)
    if phase == "discard":
        if len(set(cards)) < len(cards):
            raise core.Refused("same_card_twice")
        if len(cards) != 2:
            raise core.Refused("discard_two", count=len(cards))


def legal_moves(state: State, seat: int) -> Sequence[core.Move]:
    if seat not in to_act(state):
        return []
    if state.left == 0:
        pairs = combinations(state.hands[seat], 2)
        return [{"type": "discard", "cards": list(pair)} for pair in pairs]
    return [PLAYS[card] for card in state.hands[seat]]


def taken(parade: Cards, card: str) -> Cards:
    """Return the cards of the parade that `card` takes, in the parade's order."""
    reach = len(parade) - VALUE[card]
    if reach <= 0:
        return ()
    takes = TAKES[card]
    return tuple([other for other in parade[:reach] if other in takes])


def apply(
    state: State, seat: int, move: core.Move, at: int, chance: Chance
) -> tuple[State, list[core.Event]]:
    if move["type"] == "discard":
        return _discard(state, seat, tuple(move["cards"]))
    return _play(state, seat, move["card"])


def _play(state: State, seat: int, card: str) -> tuple[State, list[core.Event]]:
    hands, parade, before, deck, _, left, chosen, _ = state
    events: list[core.Event] = []
    hand = tuple([other for other in hands[seat] if other != card])
    took = taken(parade, card)
    if took:
        events.append({"event": "took", "seat": seat, "cards": list(took)})
        parade = tuple([standing for standing in parade if standing not in took])
        before = before[:seat] + (before[seat] + took,) + before[seat + 1 :]
    if left is None:
        if deck:
            hand += deck[:1]
            events.append({"event": "drew", "seat": seat, "card": deck[0]})
            deck = deck[1:]
        colours = bool(took) and len({COLOUR[owned] for owned in before[seat]}) == len(COLOURS)
        if colours or not deck:
            because = ("both" if colours else "pile") if not deck else "colours"
            events.append({"event": "last_round", "seat": seat, "because": because})
            left = len(hands)
    else:
        left -= 1
    hands = hands[:seat] + (hand,) + hands[seat + 1 :]
    turn = (seat + 1) % len(hands)
    return State(
        hands=hands,
        parade=(*parade, card),
        before=before,
        deck=deck,
        turn=turn,
        left=left,
        chosen=chosen,
        over=False,
    ), events


def _discard(state: State, seat: int, cards: Cards) -> tuple[State, list[core.Event]]:
    chosen = state.chosen[:seat] + (cards,) + state.chosen[seat + 1 :]
    if None in chosen:
        return state._replace(chosen=chosen), []
    kept = [
        tuple(card for card in hand if card not in gone)
        for hand, gone in zip(state.hands, chosen, strict=True)
        if gone is not None
    ]
    before = tuple(cards + mine for cards, mine in zip(state.before, kept, strict=True))
    events: list[core.Event] = [
        {"event": "revealed", "seat": each, "kept": list(kept[each]), "discarded": list(gone)}
        for each, gone in enumerate(chosen)
        if gone is not None
    ]
    events.append({"event": "over"})
    hands = ((),) * len(before)
    return state._replace(hands=hands, before=before, chosen=chosen, over=True), events


def outcome(state: State) -> core.Outcome | None:
    return standings(state) if state.over else None


def standings(state: State) -> core.Outcome:
    scores = score(state.before)
    ranks = core.ranks([(score, len(cards)) for score, cards in zip(scores, state.before, strict=True)])
    return core.Outcome("finished", scores, ranks)


def order(state: State, seat: int) -> tuple[int, int]:
    return score(state.before)[seat], len(state.before[seat])


def score(before: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the points by seat for the cards before them: 1 a card with the majority of its colour, else its value."""
    return tuple([_points(columns) for columns in count(before)])


def score_with(columns: Sequence[Columns], seat: int, cards: Sequence[str]) -> list[int]:
    """Return the points by seat if `seat` had these cards, too; `columns` is the result of `count`."""
    scores = [_points(column) for column in columns]
    for colour in {COLOUR[card] for card in cards}:
        index = COLOURS.index(colour)
        values = [column[index][0] for column in columns]
        values[seat] += tuple([VALUE[card] for card in cards if COLOUR[card] == colour])
        crowned = _crowned(tuple(map(len, values)))
        for other, column in enumerate(columns):
            if (values[other], crowned[other]) != column[index]:
                scores[other] += worth(values[other], crowned[other]) - worth(*column[index])
    return scores


@lru_cache(maxsize=CACHED)
def _points(columns: Columns) -> int:
    return sum([worth(*column) for column in columns])


def worth(values: tuple[int, ...], crowned: bool) -> int:
    return len(values) if crowned else sum(values)


def column_with(
    columns: Sequence[Columns], seat: int, colour: str, cards: Sequence[str]
) -> tuple[tuple[int, ...], bool]:
    """The values of that seat's column of a colour once it has these cards, too, and whether it is a majority then."""
    index = COLOURS.index(colour)
    values = [column[index][0] for column in columns]
    values[seat] += tuple([VALUE[card] for card in cards if COLOUR[card] == colour])
    return values[seat], _crowned(tuple(map(len, values)))[seat]


Columns = tuple[tuple[tuple[int, ...], bool], ...]


def count(before: Sequence[Sequence[str]]) -> tuple[Columns, ...]:
    """Return by seat and colour (in the order of COLOURS) the sorted values, and True for a majority."""
    return _count(tuple(map(tuple, before)))


# The same cards are counted for every viewer, and again after moves that take nothing.
@lru_cache(maxsize=CACHED)
def _count(before: tuple[Cards, ...]) -> tuple[Columns, ...]:
    values = [_sorted(cards) for cards in before]
    crowned = [_crowned(tuple(map(len, column))) for column in zip(*values, strict=True)]
    seats = zip(values, zip(*crowned, strict=True), strict=True)
    return tuple([tuple(zip(mine, crowns, strict=True)) for mine, crowns in seats])


@lru_cache(maxsize=CACHED)
def _crowned(sizes: tuple[int, ...]) -> tuple[bool, ...]:
    """Return for each seat if its number of cards of one colour is a majority."""
    lead = 2 if len(sizes) == 2 else 0
    others = [max(sizes[:seat] + sizes[seat + 1 :]) for seat in range(len(sizes))]
    return tuple([0 < size >= most + lead for size, most in zip(sizes, others, strict=True)])


@lru_cache(maxsize=CACHED)
def _sorted(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """Return the values of a seat's cards by colour, sorted."""
    by_colour: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for card in cards:
        by_colour[COLOUR[card]].append(VALUE[card])
    return tuple([tuple(sorted(values)) for values in by_colour.values()])


def dump(state: State) -> dict[str, Any]:
    return {
        "hands": [list(hand) for hand in state.hands],
        "parade": list(state.parade),
        "before": [list(cards) for cards in state.before],
        "deck": list(state.deck),
        "turn": state.turn,
        "left": state.left,
        "chosen": [None if cards is None else list(cards) for cards in state.chosen],
        "over": state.over,
    }


def load(data: Mapping[str, Any]) -> State:
    return State(
        hands=tuple(tuple(hand) for hand in data["hands"]),
        parade=tuple(data["parade"]),
        before=tuple(tuple(cards) for cards in data["before"]),
        deck=tuple(data["deck"]),
        turn=data["turn"],
        left=data["left"],
        chosen=tuple(None if cards is None else tuple(cards) for cards in data["chosen"]),
        over=data["over"],
    )
