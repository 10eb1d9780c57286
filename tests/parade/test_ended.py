"""The reason for the end of a match of Parade, as its result gives it."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from games.boards import Scene, texts
from games.boards.keys import turn
from games.parade.board.keys import result
from games.parade.rules.rules import COLOURS, State
from tests.helpers.seated import seated
from tests.parade.tables import GAME, pile, table

SIX = tuple(f"{colour}-1" for colour in COLOURS)
KEPT = pile("red 2 3")
GONE = (("red-4", "red-5"),) * 3


def scene(state: State, you: int | None) -> Scene:
    outcome = GAME.outcome(state)
    assert outcome
    people = tuple(seated(seat, name) for seat, name in enumerate(("Ada", "Ben", "Cleo")))
    return Scene(
        table="abcd1234",
        game="parade",
        number=40,
        viewer=you,
        you=you,
        own=False,
        current=True,
        view=GAME.view(state, you),
        people=people,
        entries=(),
        phrases=(),
        outcome=asdict(outcome),
    )


@pytest.mark.parametrize(
    ("deck", "you", "why"),
    [
        ((), 0, "The last card was drawn, and everybody had one more turn."),
        (("grey-1",), 0, "All six colours lay before you and Ben, and everybody had one more turn."),
        (("grey-1",), None, "All six colours lay before Ada and Ben, and everybody had one more turn."),
    ],
)
def test_the_result_says_what_began_the_last_round(deck: tuple[str, ...], you: int | None, why: str) -> None:
    # Cleo's sixth colour is one of the two cards that she kept.
    before = (SIX + KEPT, SIX + KEPT, SIX[1:] + (SIX[0], "red-9"))
    over = table(deck=deck, before=before, chosen=GONE, over=True, left=0)
    assert texts.reason(scene(over, you)) == why


def test_the_result_says_what_broke_a_tie() -> None:
    # Ada and Ben have the same points, Ben with a card more.
    before = (pile("red 5"), pile("blue 2 3"), pile("red 1 2 3; blue 1 4 6"))
    over = table(deck=(), before=before, chosen=GONE, over=True, left=0)
    why = "The last card was drawn, and everybody had one more turn."
    assert result(scene(over, 0))[1] == f"{why} At equal points fewer cards are better."
    # The banner has no room for it.
    assert turn(scene(over, 0))[2] == why


def test_the_result_says_nothing_of_a_shared_rank() -> None:
    over = table(deck=(), before=(pile("red 5"), pile("blue 5"), ()), chosen=GONE, over=True, left=0)
    assert result(scene(over, 0))[1] == "The last card was drawn, and everybody had one more turn."
