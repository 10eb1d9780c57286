"""The worked examples of Parade's rules page, move by move, and related cases."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from games.parade.rules import rules
from games.parade.rules.rules import COLOURS, DECK, State
from games.rules import core
from games.rules.chance import Given
from tests.parade.hidden import cards
from tests.parade.tables import GAME, NO_CHANCE, pile, play, table


def played_on(parade: str, card: str) -> tuple[State, list[core.Event]]:
    return play(table(hands=((card, "grey-8"), (), ()), parade=tuple(parade.split())), 0, card)


def dealt(seats: int, first: int = 0) -> State:
    return cast(State, GAME.setup(seats, Given([DECK, first]), {}))


# --- Setup


def test_there_are_66_cards_one_of_each() -> None:
    assert sorted(DECK) == sorted(f"{colour}-{value}" for colour in COLOURS for value in range(11))
    assert len(set(DECK)) == 66


def test_hands_are_dealt_five_at_a_time_from_the_starting_seat_round() -> None:
    state = dealt(3, first=2)
    assert state.hands[2] == DECK[0:5]
    assert state.hands[0] == DECK[5:10]
    assert state.hands[1] == DECK[10:15]
    assert state.parade == DECK[15:21]
    assert state.deck == DECK[21:]
    assert GAME.to_act(state) == (2,)


def test_play_goes_clockwise_and_a_played_card_joins_the_end_and_one_is_drawn() -> None:
    state, events = play(dealt(3, first=2), 2, "red-4")
    assert GAME.to_act(state) == (0,)
    assert state.parade == (*DECK[16:21], "red-4"), "blue-4 is within reach and goes"
    assert state.hands[2] == ("red-0", "red-1", "red-2", "red-3", DECK[21])
    assert events[-1] == {"event": "drew", "seat": 2, "card": DECK[21]}


# --- Example 1: the removal


def test_example_1_a_green_3_takes_green_0_green_7_and_red_3_and_nothing_else() -> None:
    state, events = played_on("green-0 green-7 red-3 blue-9 green-1 red-0 grey-2", "green-3")
    assert events[0] == {"event": "took", "seat": 0, "cards": ["green-0", "green-7", "red-3"]}
    assert state.before == (("green-0", "green-7", "red-3"), (), ())
    assert state.parade == ("blue-9", "green-1", "red-0", "grey-2", "green-3")


# --- Example 2: the scoring

A = "red 10 8 3; blue 9 7 6 5 0; purple 0; green 4 2; grey 7 4 0"
B = "red 1 0; blue 8; purple 8 7 5 3; grey 9 8 1; orange 10 1"
C = "red 7 6 5 2; blue 4 3; purple 2 1; green 9 8 7 6; grey 10; orange 3 2 0"


def test_example_2_the_three_seats_score_35_27_and_31() -> None:
    standings = GAME.standings(table(before=(pile(A), pile(B), pile(C))))
    assert standings.scores == (35, 27, 31)
    assert standings.ranks == (3, 1, 2)


def test_example_2_grey_is_a_shared_majority_of_the_first_two() -> None:
    view = GAME.view(table(before=(pile(A), pile(B), pile(C))), None)
    assert view["majorities"] == [["blue", "grey"], ["purple", "grey"], ["red", "green", "orange"]]


# --- Example 3: high values and zeros


@pytest.mark.parametrize("card", ["green-6", "green-7", "green-10"])
def test_example_3_a_value_of_the_parades_size_or_more_takes_nothing(card: str) -> None:
    state, events = played_on("green-0 green-1 red-0 red-1 red-2 red-3", card)
    assert [event["event"] for event in events] == ["drew"]
    assert state.before[0] == ()
    assert state.parade == ("green-0", "green-1", "red-0", "red-1", "red-2", "red-3", card)


def test_example_3_a_value_one_below_the_parades_size_looks_at_the_front_card_alone() -> None:
    _, events = played_on("green-9 green-1 red-0 red-1 red-2 red-3", "green-5")
    assert events[0]["cards"] == ["green-9"]


def test_example_3_a_zero_on_six_takes_its_colour_and_the_zeros_only() -> None:
    state, events = played_on("red-1 green-9 blue-0 orange-4 green-1 grey-0", "green-0")
    assert events[0]["cards"] == ["green-9", "blue-0", "green-1", "grey-0"]
    assert state.parade == ("red-1", "orange-4", "green-0")


# --- Example 4: an emptied parade


def test_example_4_a_zero_can_empty_the_parade_and_the_next_card_faces_one() -> None:
    state, _ = played_on("green-1 green-2 blue-0 green-8", "green-0")
    assert state.parade == ("green-0",)
    state = state._replace(hands=((), ("red-1", "blue-0"), ()))
    quiet, events = play(state, 1, "red-1")
    assert quiet.parade == ("green-0", "red-1") and events[0]["event"] == "drew"
    after, events = play(state, 1, "blue-0")
    assert events[0] == {"event": "took", "seat": 1, "cards": ["green-0"]}
    assert after.parade == ("blue-0",)


# --- Example 5: majorities of two seats


@pytest.mark.parametrize(
    ("mine", "yours", "scores"),
    [
        ("red 5 6 7", "red 8 9", (18, 17)),
        ("red 5 6 7 10", "red 8 9", (4, 17)),
        ("red 5 6", "", (2, 0)),
        ("red 5", "", (5, 0)),
        ("red 5 6", "red 8 9", (11, 17)),
    ],
)
def test_example_5_two_seats_need_two_cards_more(mine: str, yours: str, scores: tuple[int, int]) -> None:
    assert rules.score((pile(mine), pile(yours))) == scores


@pytest.mark.parametrize(
    ("before", "scores"),
    [
        (("red 5", "", ""), (1, 0, 0)),
        (("red 0", "", ""), (1, 0, 0)),
        (("red 5 6", "red 7 8", "red 9"), (2, 2, 9)),
        (("red 5", "red 7", "red 9"), (1, 1, 1)),
        (("", "", ""), (0, 0, 0)),
    ],
)
def test_with_three_seats_the_most_cards_are_the_majority_and_may_be_shared(
    before: tuple[str, ...], scores: tuple[int, ...]
) -> None:
    assert rules.score([pile(text) for text in before]) == scores


# --- Ties


def test_of_equal_points_the_one_with_fewer_cards_ranks_better() -> None:
    state = table(before=(pile("red 1 2 3"), pile("red 3; grey 5"), pile("blue 5 6; orange 0; grey 2 3")))
    assert GAME.standings(state).scores == (3, 3 + 5, 2 + 1 + 2)
    state = table(before=(pile("red 1 2 3"), pile("red 2; grey 5"), pile("grey 6 7; orange 0; red 0")))
    assert GAME.standings(state).scores == (3, 2 + 5, 2 + 1 + 0)
    assert GAME.standings(state).ranks == (1, 3, 2), "three cards before four"


def test_tied_on_points_and_cards_the_seats_share_the_rank_and_the_next_is_left_out() -> None:
    state = table(before=(pile("red 1"), pile("blue 1"), pile("green 1 2")))
    assert GAME.standings(state).scores == (1, 1, 2)
    assert GAME.standings(state).ranks == (1, 1, 3)


# --- The last round

FIVE = pile("red 5; blue 5; purple 5; green 5; grey 5")


def almost(deck: tuple[str, ...]) -> State:
    """Return a table where seat 0 takes its sixth colour with orange-0. All hold five cards."""
    hands = (pile("orange 0 1 2 3 4"), pile("red 0 1 2 3 4"), pile("blue 0 1 2 3 4"))
    return table(hands=hands, parade=("orange-9", "grey-10"), before=(FIVE, (), ()), deck=deck)


def play_round(state: State, seats: list[int]) -> tuple[State, list[list[core.Event]]]:
    """Let each seat play its first card."""
    events_told = []
    for seat in seats:
        assert GAME.to_act(state) == (seat,)
        state, events = play(state, seat, state.hands[seat][0])
        events_told.append(events)
    return state, events_told


def test_a_sixth_colour_begins_the_last_round_and_its_seat_still_draws() -> None:
    state, events = play(almost(("grey-1", "grey-2")), 0, "orange-0")
    assert events == [
        {"event": "took", "seat": 0, "cards": ["orange-9"]},
        {"event": "drew", "seat": 0, "card": "grey-1"},
        {"event": "last_round", "seat": 0, "because": "colours"},
    ]
    assert GAME.view(state, None)["left"] == 3


def test_an_empty_pile_begins_the_last_round() -> None:
    _, events = play(almost(("grey-1",)), 0, "orange-4")
    assert events[-1] == {"event": "last_round", "seat": 0, "because": "pile"}


def test_in_the_last_round_every_seat_plays_once_more_without_drawing_and_ends_on_four() -> None:
    state, _ = play(almost(("grey-1", "grey-2")), 0, "orange-0")
    state, names = play_round(state, [1, 2, 0])
    assert {event["event"] for events in names for event in events} <= {"took"}
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert state.deck == ("grey-2",)
    assert GAME.to_act(state) == (0, 1, 2)
    assert GAME.outcome(state) is None


def test_example_6_the_sixth_colour_with_the_last_card_makes_one_last_round() -> None:
    state, events = play(almost(("grey-1",)), 0, "orange-0")
    assert events[-1] == {"event": "last_round", "seat": 0, "because": "both"}
    assert [event["event"] for event in events].count("last_round") == 1
    state, names = play_round(state, [1, 2, 0])
    assert all(event["event"] != "last_round" for events in names for event in events)
    assert [len(hand) for hand in state.hands] == [4, 4, 4]


def test_a_sixth_colour_within_the_last_round_changes_nothing() -> None:
    state = almost(())._replace(left=2)
    state, events = play(state, 0, "orange-0")
    assert [event["event"] for event in events] == ["took"]
    assert state.left == 1


def test_example_7_six_seats_leave_thirty_cards_in_the_pile_and_every_card_has_one_place() -> None:
    rng = Random(7)
    state = dealt(6, first=5)
    assert len(state.deck) == 30
    while GAME.outcome(state) is None:
        assert sorted(cards(GAME.dump(state))) == sorted(DECK)
        seat = rng.choice(GAME.to_act(state))
        state, _ = core.play(
            GAME, state, seat=seat, move=rng.choice(GAME.legal_moves(state, seat)), at=0, chance=NO_CHANCE
        )
    assert sorted(cards(GAME.dump(state))) == sorted(DECK)
