"""Tables of Parade, laid by hand for its tests."""

from __future__ import annotations

from typing import Any

from games.parade.rules.rules import State
from games.rules import core
from games.rules.chance import Given

GAME = core.game("parade")
NO_CHANCE = Given([])


def pile(text: str) -> tuple[str, ...]:
    """`"red 10 8; blue 9"` as cards."""
    groups = [group.split() for group in text.split(";") if group.strip()]
    return tuple(f"{colour}-{value}" for colour, *values in groups for value in values)


def table(**known: Any) -> State:
    """Three seats, seat 0 to play, in the middle of a match; `known` says what matters. Not all cards are there."""
    bare = State(((), (), ()), (), ((), (), ()), ("grey-10", "grey-9"), 0, None, (None, None, None), False)
    return bare._replace(**known)


def play(state: State, seat: int, card: str) -> tuple[State, list[core.Event]]:
    return core.play(GAME, state, seat, {"type": "play", "card": card}, 0, NO_CHANCE)


def discard(state: State, seat: int, *gone: str) -> tuple[State, list[core.Event]]:
    return core.play(GAME, state, seat, {"type": "discard", "cards": list(gone)}, 0, NO_CHANCE)
