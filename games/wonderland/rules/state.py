"""Wonderland's table as immutable values, and the deal. The functions use nothing but their arguments.

Cards are the names in KINDS; an `everyone` card shows all five characters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.rules import core
from games.rules.chance import Chance

CHARACTERS = ("alice", "rabbit", "cat", "queen", "hatter")
EVERYONE = "everyone"
KINDS = (*CHARACTERS, EVERYONE)
DECK = tuple(card for card in CHARACTERS for _ in range(12)) + (EVERYONE,) * 8
PILES, NOTEBOOK, KEYS, HELD = 5, 3, 4, 2

Cards = tuple[str, ...]


class Entry(NamedTuple):
    """One card of a tunnel. `by` is the position of the card that covers it."""

    card: str
    hatter: bool = False  # put there by a hatter: face down to its holder and to spectators
    by: int | None = None


class Pile(NamedTuple):
    down: Cards  # face down, first card first
    up: Cards = ()  # laid on it, the newest last
    key: bool = False
    seen: tuple[int, ...] = ()  # the seats that know the first face-down card by a cat


Tunnel = tuple[Entry, ...]


class State(NamedTuple):
    piles: tuple[Pile, ...]
    notebooks: tuple[Cards, ...]
    tunnels: tuple[Tunnel, ...]
    discards: Cards  # in the order of KINDS, because no order is known
    hall: int  # keys in the hall
    hand: int  # keys that the seat in turn still holds
    turn: int
    phase: str  # explore (the first of a turn), power, choice (stop or go on), over
    ending: bool  # the end condition has been met
    reuse_keys: bool
    groups: str


def setup(seats: int, chance: Chance, options: Mapping[str, Any]) -> State:
    deck = chance.shuffle(DECK)
    first = chance.pick(seats)
    dealt = [deck[NOTEBOOK * k : NOTEBOOK * (k + 1)] for k in range(seats)]
    return State(
        piles=_piles(deck[NOTEBOOK * seats :]),
        notebooks=tuple(dealt[(seat - first) % seats] for seat in range(seats)),
        tunnels=((),) * seats,
        discards=(),
        hall=KEYS - HELD,
        hand=HELD,
        turn=first,
        phase="explore",
        ending=False,
        reuse_keys=options["reuse_keys"],
        groups=options["groups"],
    )


def _piles(cards: Cards) -> tuple[Pile, ...]:
    size, spare = divmod(len(cards), PILES)
    starts = [size * k + min(k, spare) for k in range(PILES + 1)]
    return tuple(Pile(cards[starts[k] : starts[k + 1]]) for k in range(PILES))


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """Return the tuple with another item at `place`."""
    return (*items[:place], item, *items[place + 1 :])


def in_order(cards: Sequence[str]) -> Cards:
    return tuple(sorted(cards, key=KINDS.index))


def cards_of(tunnel: Tunnel) -> Cards:
    return tuple([entry.card for entry in tunnel])


def stands(tunnel: Tunnel) -> bool:
    """Return True if no character is shown by three uncovered cards, hatter cards included."""
    cards = [entry.card for entry in tunnel if entry.by is None]
    all_five = cards.count(EVERYONE)
    return all(cards.count(character) + all_five < 3 for character in CHARACTERS)


def empty_piles(state: State) -> list[int]:
    return [place for place, pile in enumerate(state.piles) if not pile.up and not pile.down]


def neighbours(piles: tuple[Pile, ...], place: int) -> tuple[int, int]:
    """Return the piles beside `place`, without empty ones: the one reached by counting down, then the other."""
    ring = [each for each, pile in enumerate(piles) if pile.up or pile.down or each == place]
    index = ring.index(place)
    return ring[index - 1], ring[(index + 1) % len(ring)]


def explorable(state: State) -> list[int]:
    """Return the piles that the seat in turn may explore with its keys."""
    return [
        place
        for place, pile in enumerate(state.piles)
        if (pile.up or pile.down) and (state.reuse_keys if pile.key else state.hand > 0)
    ]


def dump(state: State) -> dict[str, Any]:
    return state._asdict() | {
        "piles": [
            {"down": list(pile.down), "up": list(pile.up), "key": pile.key, "seen": list(pile.seen)}
            for pile in state.piles
        ],
        "notebooks": [list(cards) for cards in state.notebooks],
        "tunnels": [[entry._asdict() for entry in tunnel] for tunnel in state.tunnels],
        "discards": list(state.discards),
    }


def load(data: Mapping[str, Any]) -> State:
    piles = [
        Pile(tuple(pile["down"]), tuple(pile["up"]), pile["key"], tuple(pile["seen"]))
        for pile in data["piles"]
    ]
    return State(
        piles=tuple(piles),
        notebooks=tuple(tuple(cards) for cards in data["notebooks"]),
        tunnels=tuple(tuple(Entry(**entry) for entry in tunnel) for tunnel in data["tunnels"]),
        discards=tuple(data["discards"]),
        **{name: data[name] for name in State._fields[4:]},
    )


def no_such_pile(state: State, place: int) -> None:
    """Refused `no_such_pile` unless it is one of the five."""
    if not 0 <= place < len(state.piles):
        raise core.Refused("no_such_pile", pile=place)
