"""Wonderland's conditional moves: the accepted risk, and the turn that follows."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import conditional, core
from games.rules.conditional import Dropped, Step
from games.wonderland.rules import GAME
from games.wonderland.rules.state import State
from games.wonderland.rules.view import view
from tests.wonderland.tables import explore, move, piles, table, tunnel

CONDITIONAL_MOVE: conditional.ConditionalMove = {
    "type": "explore",
    "pile": 2,
    "card": "cat",
    "most": 30,
    "then": "wait",
}
FIRST = {"type": "explore", "pile": 2, "card": "cat"}


def answer(state: State, seat: int = 0, **changed: Any) -> Step | Dropped:
    own = core.game("wonderland").CONDITIONAL
    assert own is not None
    conditional_move = CONDITIONAL_MOVE | changed
    return own.resolve(
        view(state, seat), seat, conditional_move, own.basis(view(state, seat), seat, conditional_move)
    )


def test_a_risk_that_is_dared_is_taken() -> None:
    assert answer(table()) == Step(FIRST)
    assert answer(table(), then="stop") == Step(FIRST, {"step": "end"})


def certain() -> State:
    """Return a table with a cat in the tunnel, and a cat face up on both sides of pile 2."""
    tops = piles("alice cat", "rabbit | cat", "cat alice", "queen | cat", "hatter cat")
    return table(piles=tops, tunnels=(tunnel("cat"), (), ()))


def test_a_greater_risk_drops_it() -> None:
    assert answer(certain()) == Dropped("too_risky")
    assert answer(certain(), most=50) == Dropped("too_risky")
    assert answer(certain(), most=100) == Step(FIRST)


def test_the_risk_is_what_the_owner_can_know() -> None:
    """The card under the hatter's may be a cat. Its holder can't know, so the move is the same in both cases."""
    for card in ("queen", "alice"):
        state = table(tunnels=(tunnel("", hatter=card), (), ()))
        assert answer(state) == answer(table(tunnels=(tunnel("", hatter="rabbit"), (), ())))


def test_a_pile_that_has_run_empty_drops_it() -> None:
    assert answer(table(piles=piles("alice", "cat", "", "queen", "hatter"))) == Dropped("empty_pile")


def test_the_turn_is_played_to_its_end_if_wanted() -> None:
    state, _ = explore(table(), 2, "cat")
    own = core.game("wonderland").CONDITIONAL
    assert own is not None
    types = []
    while state.turn == 0 and state.phase != "over":
        step = own.resolve(view(state, 0), 0, CONDITIONAL_MOVE | {"then": "stop"}, {"step": "end"})
        assert isinstance(step, Step)
        types.append(step.move["type"])
        state, _ = move(state, step.move)
    assert types == ["power", "stop"]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"pile": 7}, "no_such_pile"),
        ({"card": "everyone"}, "not_in_notebook"),
        ({"card": "dragon"}, "no_such_card"),
        ({"most": 33}, "bad_field"),
        ({"then": "dance"}, "bad_field"),
        ({"extra": 1}, "needless_field"),
    ],
)
def test_an_invalid_conditional_move_is_refused(changed: dict[str, Any], code: str) -> None:
    with pytest.raises(core.Refused) as refused:
        conditional.check(GAME.CONDITIONAL, view(table(turn=1), 0), 0, CONDITIONAL_MOVE | changed)
    assert refused.value.code == code


def test_once_the_end_is_near_nobody_has_a_next_turn() -> None:
    with pytest.raises(core.Refused) as refused:
        conditional.check(GAME.CONDITIONAL, view(table(turn=1, ending=True), 0), 0, CONDITIONAL_MOVE)
    assert refused.value.code == "no_next_turn"
