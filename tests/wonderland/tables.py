"""Tables of Wonderland for its tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

from games.rules import core
from games.rules.chance import Chance, Given, Stream
from games.wonderland.rules.state import DECK, Entry, Pile, State

GAME = core.game("wonderland")
OPTIONS = {"reuse_keys": True, "groups": "linear"}


def dealt(seats: int, first: int = 0, **options: Any) -> State:
    return cast(State, GAME.setup(seats, Given([DECK, first]), {**OPTIONS, **options}))


def piles(*texts: str) -> tuple[Pile, ...]:
    """Return the piles: `"cat alice | queen"` is a face-down cat, then alice, with a queen laid face up on them."""
    parsed = []
    for text in texts:
        down, _, up = text.partition("|")
        parsed.append(Pile(tuple(down.split()), tuple(up.split())))
    return tuple(parsed)


def tunnel(text: str, hatter: str = "") -> tuple[Entry, ...]:
    """Return a tunnel, which begins with the cards that a hatter gave before the turn."""
    return (*(Entry(card, hatter=True) for card in hatter.split()), *(Entry(card) for card in text.split()))


def table(seats: int = 3, **fields: Any) -> State:
    """Return a table with seat 0 to explore. `known` sets the relevant parts; not all cards exist."""
    bare = State(
        piles=piles("alice cat", "rabbit cat", "cat alice", "queen cat", "hatter cat"),
        notebooks=(("alice", "rabbit", "cat"),) * seats,
        tunnels=((),) * seats,
        discards=(),
        hall=2,
        hand=2,
        turn=0,
        phase="explore",
        ending=False,
        reuse_keys=True,
        groups="linear",
    )
    return bare._replace(**fields)


def holding(text: str, hatter: str = "", seats: int = 3, **fields: Any) -> State:
    """Return a table where seat 0 has just taken the last two cards of its tunnel and chooses a power."""
    tunnels = (tunnel(text, hatter), *[()] * (seats - 1))
    return table(seats, **{"phase": "power", "hand": 1, "tunnels": tunnels, **fields})


def move(state: State, a_move: core.Move, *orders: Sequence[str]) -> tuple[State, list[core.Event]]:
    """Make a move of the seat in turn through `core.play`. `orders` are the shuffles that may come."""
    chance: Chance = Given([tuple(order) for order in orders])
    return core.play(GAME, state, seat=state.turn, move=a_move, at=0, chance=chance)


def explore(state: State, pile: int, card: str, *orders: Sequence[str]) -> tuple[State, list[core.Event]]:
    return move(state, {"type": "explore", "pile": pile, "card": card}, *orders)


def power(state: State, card: str, *orders: Sequence[str], **more: Any) -> tuple[State, list[core.Event]]:
    """Use a power. `as_` and `with_` stand for the fields that Python doesn't allow as names."""
    fields = {name.rstrip("_"): value for name, value in more.items()}
    return move(state, {"type": "power", "card": card, **fields}, *orders)


def stop(state: State, *orders: Sequence[str]) -> tuple[State, list[core.Event]]:
    return move(state, {"type": "stop"}, *orders)


def event_names(events: list[core.Event]) -> list[str]:
    return [event["event"] for event in events]


def moments(seed: int, seats: int = 3) -> Iterator[tuple[State, core.Move, list[core.Event]]]:
    """Yield each state of a random match, the move made in it, and its events."""
    rng, chance = Random(seed), Stream(bytes([seed]) * 32, [])
    state, _setup = core.deal(GAME, seats, chance, {})
    while GAME.to_act(state):
        seat = GAME.to_act(state)[0]
        move = dict(rng.choice(GAME.legal_moves(state, seat)))
        new, events = core.play(GAME, state, seat=seat, move=move, at=0, chance=chance)
        yield state, move, events
        state = new
