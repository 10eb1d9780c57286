"""Tables of Tea Time, and moves made on them through `core.play`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules import core
from games.rules.chance import Given, Stream
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import CHARACTERS, State

NOTHING = (0,) * 6
FULL = ("hatter cat rabbit queen", "hare cat hatter rabbit", "queen hare caterpillar cat")


def holding(**counts: int) -> tuple[int, ...]:
    """Return the holding: `cat=2` means two normal cats, `cat=-2` two mirror cats."""
    return tuple(counts.get(character, 0) for character in CHARACTERS)


def table(*rows: str, turn: int = 3, **changed: Any) -> State:
    """Return a table with seat 0 of two to play, Alice at seat 1, and these rows, in which `-` is an empty cell."""
    grid = tuple(None if word == "-" else word for row in rows for word in row.split())
    return State(
        deck=(), grid=grid, held=(NOTHING, NOTHING), gone=NOTHING, alice=1, seat=0, turn=turn
    )._replace(**changed)


def take(state: State, *cells: Any, seat: int | None = None) -> tuple[State, list[core.Event]]:
    move = {"type": "take", "cells": list(cells)}
    return core.play(
        GAME, state, seat=state.seat if seat is None else seat, move=move, at=0, chance=Given([])
    )


def refusal(state: State, *cells: Any, seat: int = 0) -> str:
    with pytest.raises(core.Refused) as refused:
        take(state, *cells, seat=seat)
    return refused.value.code


def deal(seats: int, seed: bytes = b"tea") -> State:
    return GAME.setup(seats, Stream(seed, []), {})


def play_out(state: State, rng: Random) -> list[tuple[State, list[core.Event]]]:
    """Make random moves to the end. Returns the state after each, and its events."""
    story = []
    while awaited := GAME.to_act(state):
        cells = rng.choice(GAME.legal_moves(state, awaited[0]))["cells"]
        state, events = take(state, *rng.sample(cells, len(cells)))
        story.append((state, events))
    return story


def card(character: str, face: str) -> dict[str, str]:
    return {"character": character, "face": face}
