"""No board depends on what its viewer can't know: after dealing the hidden cards anew, all keys are the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import boards
from games.boards import Board
from games.boards.language import speaking
from games.models import Move, Seat, Table
from games.parade.board import BOARD as parade
from games.play.snapshot import Snapshot
from games.rules import core
from tests.helpers.given import NAMES
from tests.rules import driver
from tests.rules.driver import Position, repeated
from tests.rules.test_secrets import redealt

every_game = pytest.mark.parametrize("name", core.names())


def board_of(position: Position, state: core.State, viewer: int | None) -> Board:
    rules = position.rules
    table = Table(pk="abcd1234", game=position.name, status="running", number=9, increment_ms=0)
    row = Move(table=table, number=9, move={}, events=[], state=rules.dump(state), at=0)
    seats = [
        Seat(table=table, index=seat, user_id=seat + 1, name=NAMES[seat]) for seat in range(position.seats)
    ]
    with speaking("en"):
        return boards.board(boards.scene_of(Snapshot(table, seats, row), viewer))


def differing(one: Board, other: Board) -> list[str]:
    """Return the elements whose keys differ, with both keys."""
    ids = dict.fromkeys([*one.elements, *other.elements])
    keys = [(id, one.elements.get(id), other.elements.get(id)) for id in ids]
    differences = [f"{id}: {mine} or {theirs}" for id, mine, theirs in keys if mine != theirs]
    return differences if one.frame == other.frame else [f"frame: {one.frame} or {other.frame}", *differences]


def leaks(position: Position, whim: int) -> list[str]:
    differences = []
    for viewer in position.viewers:
        other = redealt(position, position.state, viewer, whim)
        differences += differing(
            board_of(position, position.state, viewer), board_of(position, other, viewer)
        )
    return differences


@every_game
@repeated(20)
def test_no_key_of_a_board_depends_on_what_its_viewer_cannot_know(name: str, rng: Random) -> None:
    position = driver.any_position(name, rng, over=False)
    assert leaks(position, rng.randrange(100)) == []


@repeated(20)
def test_a_key_that_holds_too_much_is_caught_and_named(rng: Random) -> None:
    position = driver.any_position("parade", rng, over=False)
    if len(position.state.deck) < 2:
        return
    honest = position.rules.view

    def leaky(state: Any, seat: int | None) -> Any:
        return honest(state, seat) | {"next": state.deck[0]}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(position.rules, "view", leaky)
        patch.setattr(parade, "public", lambda scene: {"next": ("pile", scene.view["next"])}, raising=False)
        differences = [leak for whim in range(8) for leak in leaks(position, whim)]
    assert differences and all(leak.startswith("next: ('pile', ") for leak in differences)
