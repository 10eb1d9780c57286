"""Wonderland's refusals: each has its own code and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import core
from games.rules.chance import Given
from games.wonderland.rules.state import State
from tests.wonderland.tables import GAME, explore, holding, piles, power, stop, table, tunnel


def refusal(state: State, move: Any, seat: int = 0) -> tuple[str, dict[str, Any]]:
    """Return the code and parameters with which a move is refused."""
    before = GAME.dump(state)
    with pytest.raises(core.Refused) as refused:
        core.play(GAME, state, seat=seat, move=move, at=0, chance=Given([]))
    assert GAME.dump(state) == before
    return refused.value.code, refused.value.params


def exploring(state: State, pile: int, card: str) -> tuple[str, dict[str, Any]]:
    return refusal(state, {"type": "explore", "pile": pile, "card": card})


def using(state: State, card: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    named = {name.rstrip("_"): value for name, value in fields.items()}
    return refusal(state, {"type": "power", "card": card, **named})


# --- Exploring and stopping


def test_a_card_that_is_not_in_the_notebook() -> None:
    assert exploring(table(), 0, "queen") == ("not_in_notebook", {"card": "queen"})
    assert exploring(table(), 0, "dodo") == ("no_such_card", {"card": "dodo"})


def test_a_pile_that_is_not_there_or_is_empty() -> None:
    assert exploring(table(), 5, "cat") == ("no_such_pile", {"pile": 5})
    assert exploring(table(), -1, "cat") == ("no_such_pile", {"pile": -1})
    empty = table(piles=piles("alice", "", "cat", "queen", "hatter"))
    assert exploring(empty, 1, "cat") == ("empty_pile", {"pile": 1})


def test_a_pile_without_a_key_when_none_is_held() -> None:
    at = table(phase="choice", hand=0)
    at = at._replace(piles=(at.piles[0]._replace(key=True), *at.piles[1:]))
    assert exploring(at, 1, "cat") == ("no_key", {"pile": 1})
    assert explore(at, 0, "cat")[1][0]["event"] == "took"


def test_a_pile_explored_before_when_keys_are_not_reused() -> None:
    at = table(phase="choice", hand=1, reuse_keys=False)
    at = at._replace(piles=(at.piles[0]._replace(key=True), *at.piles[1:]))
    assert exploring(at, 0, "cat") == ("explored_already", {"pile": 0})


def test_stopping_before_the_first_exploration() -> None:
    assert refusal(table(), {"type": "stop"}) == ("explore_first", {})


def test_stopping_or_exploring_before_the_power() -> None:
    assert refusal(holding("cat queen"), {"type": "stop"}) == ("power_first", {})
    assert exploring(holding("cat queen"), 0, "cat") == ("power_first", {})


def test_a_power_before_an_exploration_or_a_second_one_after_it() -> None:
    assert using(table(), "cat", pile=0) == ("no_power_now", {})
    after, _ = power(holding("cat queen"), "cat", pile=0)
    assert using(after, "queen", cover=0, with_=1) == ("no_power_now", {})


def test_a_move_out_of_turn_or_after_the_end() -> None:
    exploration = {"type": "explore", "pile": 0, "card": "cat"}
    assert refusal(table(), exploration, seat=1) == ("not_your_turn", {"seats": [0]})
    assert refusal(table(phase="over"), exploration) == ("over", {})


# --- Powers


def test_a_power_of_a_card_that_was_not_just_taken() -> None:
    assert using(holding("alice cat queen"), "alice") == ("not_taken", {"card": "alice"})
    assert using(holding("cat queen", hatter="alice"), "alice") == ("not_taken", {"card": "alice"})
    assert using(holding("cat queen"), "dodo") == ("no_such_card", {"card": "dodo"})


def test_a_power_that_cannot_be_used() -> None:
    assert using(holding("alice queen", hall=0), "alice") == ("power_unusable", {"card": "alice"})
    assert using(holding("everyone queen", hall=0), "everyone", as_="alice")[0] == "power_unusable"
    bare = piles(*["| cat"] * 5)
    assert using(holding("cat queen", piles=bare), "cat", pile=0) == ("power_unusable", {"card": "cat"})


def test_an_everyone_card_needs_the_name_of_a_character() -> None:
    at = holding("everyone queen")
    assert using(at, "everyone", pile=0) == ("missing_field", {"field": "as"})
    assert using(at, "everyone", as_="everyone") == ("no_such_character", {"character": "everyone"})
    assert using(at, "queen", as_="queen", cover=0, with_=1) == ("needless_field", {"field": "as"})


@pytest.mark.parametrize(
    ("card", "fields", "missing"),
    [
        ("rabbit", {}, "pile"),
        ("cat", {}, "pile"),
        ("hatter", {"pile": 0}, "seat"),
        ("hatter", {"seat": 1}, "pile"),
        ("queen", {"with": 0}, "cover"),
        ("queen", {"cover": 0}, "with"),
    ],
)
def test_a_missing_field(card: str, fields: dict[str, int], missing: str) -> None:
    expected = ("missing_field", {"field": missing})
    assert using(holding(f"alice {card}"), card, **fields) == expected
    assert using(holding("alice everyone"), "everyone", as_=card, **fields) == expected


@pytest.mark.parametrize(
    ("card", "fields", "needless"),
    [
        ("alice", {"pile": 0}, "pile"),
        ("rabbit", {"pile": 0, "seat": 1}, "seat"),
        ("cat", {"pile": 0, "cover": 0}, "cover"),
        ("hatter", {"seat": 1, "pile": 0, "with": 0}, "with"),
        ("queen", {"cover": 0, "with": 1, "pile": 0}, "pile"),
    ],
)
def test_a_needless_field(card: str, fields: dict[str, int], needless: str) -> None:
    expected = ("needless_field", {"field": needless})
    assert using(holding(f"alice {card}"), card, **fields) == expected
    assert using(holding("alice everyone"), "everyone", as_=card, **fields) == expected


def test_a_pile_with_no_card_face_down() -> None:
    at = holding("cat rabbit", piles=piles("| alice", "cat", "", "cat", "cat"))
    assert using(at, "cat", pile=0) == ("nothing_face_down", {"pile": 0})
    assert using(at, "rabbit", pile=2) == ("nothing_face_down", {"pile": 2})
    assert using(at, "cat", pile=9) == ("no_such_pile", {"pile": 9})


def test_a_hatter_names_an_opponent() -> None:
    assert using(holding("cat hatter"), "hatter", seat=0, pile=0) == ("own_seat", {})
    assert using(holding("cat hatter"), "hatter", seat=3, pile=0) == ("no_such_seat", {"seat": 3})
    assert using(holding("cat hatter"), "hatter", seat=-1, pile=0) == ("no_such_seat", {"seat": -1})


def test_a_queen_names_two_different_uncovered_cards_that_are_no_hatter_cards() -> None:
    at = holding("cat queen", hatter="alice")
    assert using(at, "queen", cover=0, with_=1) == ("hatter_card", {"position": 0})
    assert using(at, "queen", cover=1, with_=0) == ("hatter_card", {"position": 0})
    assert using(at, "queen", cover=1, with_=3) == ("no_such_position", {"position": 3})
    assert using(at, "queen", cover=-1, with_=1) == ("no_such_position", {"position": -1})
    assert using(at, "queen", cover=1, with_=1) == ("same_card_twice", {})
    first, second = tunnel("cat queen")
    covered = at._replace(tunnels=((first._replace(by=1), second, *tunnel("cat queen")), (), ()))
    assert using(covered, "queen", cover=0, with_=1) == ("covered_card", {"position": 0})
    assert using(covered, "queen", cover=1, with_=0) == ("covered_card", {"position": 0})


def test_a_stop_names_nothing() -> None:
    at = table(phase="choice", tunnels=(tunnel("cat queen"), (), ()))
    assert refusal(at, {"type": "stop", "pile": 0}) == ("needless_field", {"field": "pile"})
    assert stop(at)[0].turn == 1
