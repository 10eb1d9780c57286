"""What a seat may know of the race, and its previews."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.chance import Stream
from games.rules.core import deal
from games.stockings.rules.rules import State
from tests.stockings.tables import RULES, slap, table


def test_a_view_shows_its_own_hand_sorted_and_of_the_others_only_the_number() -> None:
    state = table(["elf 12 4 santa", "4 6", "9 7 8"], newest="3 4", called=(), passed=(2,), locked=(1,))
    view = RULES.view(state, 0)
    assert view["hand"] == ["stocking-4", "stocking-12", "santa", "elf"]
    assert view["hands"] == [4, 2, 3]
    assert (view["card"], view["flip"], view["stack"]) == ("stocking-4", 7, ["stocking-3", "stocking-4"])
    assert (view["passed"], view["locked"], view["due"]) == ([2], [1], 6000)
    assert view["deck"] == len(state.deck)
    assert RULES.view(state, None)["hand"] is None


def test_no_card_that_only_others_hold_stands_in_a_view() -> None:
    state = table(["1 2", "8 8", "9 9"], newest="3")
    for word in ("stocking-8", "stocking-9", "stocking-10", "elf"):
        assert word not in repr(RULES.view(state, 0))


def test_a_drawn_card_is_seen_by_its_drawer_and_a_new_deck_by_nobody() -> None:
    state = table(["1 2", "3 5", "9 7"], newest="4", deck=(), discards=("elf", "santa"))
    move = {"type": "slap", "flip": 7, "card": "stocking-3"}
    _, events = slap(state, 1, "3", answers=[("santa", "elf")])
    shuffled = {"event": "shuffled", "cards": [None, None]}
    assert RULES.redacted(1, move, events, 1) == (move, [events[0], shuffled, events[2]])
    hidden = {"event": "drew", "seat": 1, "cards": [None]}
    for viewer in (0, None):
        assert RULES.redacted(1, move, events, viewer) == (move, [events[0], shuffled, hidden])


def previewed(state: State, chooser: int, **move: Any) -> dict[str, Any]:
    previews = RULES.preview(RULES.view(state, chooser), chooser)
    (what,) = [what for previewed, what in previews if move.items() <= previewed.items()]
    return what


def test_a_preview_says_what_a_slap_would_do_and_what_it_would_cost() -> None:
    state = table(["4 5 elf santa", "4", "elf"], newest="4")
    right = {"verdict": "right", "why": None, "draws": 0, "wins": False, "effect": None}
    assert previewed(state, 0, card="stocking-4") == right
    assert previewed(state, 0, card="elf") == right | {"effect": "swap"}
    assert previewed(state, 0, card="santa") == right | {"effect": "naming"}
    assert previewed(state, 0, card="stocking-5")["draws"] == 1
    assert previewed(state, 1, card="stocking-4")["why"] == "no_call"
    assert previewed(state._replace(called=(1,)), 1, card="stocking-4") == right | {"wins": True}
    assert previewed(state, 2, card="elf")["draws"] == 2
    assert previewed(state._replace(deck=()), 2, card="elf")["draws"] == 0


def test_a_preview_of_a_drop_a_swap_and_a_flip() -> None:
    state, _ = slap(table(["santa 5", "4", "4 4"], newest="4"), 0, "santa")
    assert previewed(state, 1, cards=["stocking-4"]) == {"returned": True, "draws": 1, "wins": False}
    assert previewed(state, 2, cards=["stocking-4"] * 2) == {"returned": False, "draws": 0, "wins": True}
    assert previewed(table(["1 2", "3", "4"], newest="elf"), 0, seat=2) == {"gives": 2, "gets": 1}
    assert previewed(table(["1 2", "3", "4"], flip=400), 0, type="flip") == {"ends": True}


def test_a_determined_naming_gives_every_pending_seat_a_card_of_the_design() -> None:
    state, _ = slap(table(["santa 5", "4 1", "4 4"], newest="4"), 0, "santa")
    for seat in (0, 1, 2, None):
        guess = RULES.determinize(RULES.view(state, seat), Random(3))
        assert all("stocking-4" in guess.hands[other] for other in guess.pending)
        assert RULES.view(guess, seat) == RULES.view(state, seat)


def test_a_state_is_plain_data_and_back() -> None:
    state, _ = deal(RULES, 4, Stream(b"seed", [""] * 4), {})
    assert RULES.load(RULES.dump(state)) == state
