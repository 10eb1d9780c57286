"""What the board calls the reader's own, and offers a reader who is not in turn."""

from __future__ import annotations

import pytest

from games import boards
from tests.helpers.seated import seated
from tests.wonderland.test_board import NAMES, scene, table


@pytest.mark.parametrize(("turn", "named"), [(0, "Your keys"), (1, "Their keys")])
def test_the_readers_own_keys_are_called_so_in_a_replay_too(turn: int, named: str) -> None:
    drawn = boards.board(scene(table(turn=turn), you=0, current=False)).drawn
    assert named in drawn["keys"]


@pytest.mark.parametrize(
    ("level", "resigned", "offered"), [("", False, True), ("easy", False, False), ("", True, False)]
)
def test_the_next_turn_can_be_decided_only_while_people_are_waited_for(
    level: str, resigned: bool, offered: bool
) -> None:
    people = tuple(
        seated(seat, NAMES[seat], level="" if seat == 1 else level, resigned=resigned and seat != 1)
        for seat in range(3)
    )
    assert (
        "Decide your next turn" in boards.board(scene(table(), 1, people=people)).drawn["next_turn"]
    ) is offered
