"""Tables of Parade for its tests."""

from __future__ import annotations

from typing import Any

from games.parade.rules.rules import State
from games.rules import core
from games.rules.chance import Given

GAME = core.game("parade")
NO_CHANCE = Given([])


def pile(text: str) -> tuple[str, ...]:
    """Return the cards of a text such as `"red 10 8; blue 9"`."""
    groups = [group.split() for group in text.split(";") if group.strip()]
    return tuple(f"{colour}-{value}" for colour, *values in groups for value in values)


def table(**fields: Any) -> State:
    """Return a table in the middle of a match with three seats, seat 0 to play. `known` sets the relevant parts; not
    all cards exist."""
    bare = State(
        hands=((), (), ()),
        parade=(),
        before=((), (), ()),
        deck=("grey-10", "grey-9"),
        turn=0,
        left=None,
        chosen=(None, None, None),
        over=False,
    )
    return bare._replace(**fields)


def play(state: State, seat: int, card: str) -> tuple[State, list[core.Event]]:
    return core.play(GAME, state, seat=seat, move={"type": "play", "card": card}, at=0, chance=NO_CHANCE)


def discard(state: State, seat: int, *gone: str) -> tuple[State, list[core.Event]]:
    return core.play(
        GAME, state, seat=seat, move={"type": "discard", "cards": list(gone)}, at=0, chance=NO_CHANCE
    )
