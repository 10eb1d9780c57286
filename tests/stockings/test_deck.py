"""A card is due and the deck is empty."""

from __future__ import annotations

from games.rules import core
from tests.stockings.tables import RULES, cards, flip, slap, table, timeout


def test_the_discards_become_the_new_deck_when_a_card_is_due() -> None:
    state = table(["1 2", "3 5", "9 7"], deck=(), discards=cards("santa 6 6"))
    order = cards("6 santa 6")
    after, events = flip(state, 0, answers=[order])
    assert events == [
        {"event": "shuffled", "cards": list(order)},
        {"event": "flipped", "seat": 0, "card": "stocking-6", "flip": 8},
    ]
    assert (after.deck, after.discards) == (cards("santa 6"), ())
    assert RULES.chance_outcomes(state, {"type": "flip"}, events) == [order]


def test_drawing_the_last_card_shuffles_nothing_yet() -> None:
    state = table(["1 2", "3 5", "9 7"], newest="4", deck=cards("8"), discards=cards("6"))
    after, events = slap(state, 1, "3")
    assert [event["event"] for event in events] == ["wrong", "drew"]
    assert (after.deck, after.discards) == ((), cards("6"))


def test_a_penalty_of_two_may_have_a_shuffle_in_its_middle() -> None:
    state = table(["1 2", "elf", "9 7"], newest="4", deck=cards("8"), discards=cards("6 5"))
    after, events = slap(state, 1, "elf", answers=[cards("5 6")])
    assert events[1:] == [
        {"event": "drew", "seat": 1, "cards": ["stocking-8"]},
        {"event": "shuffled", "cards": ["stocking-5", "stocking-6"]},
        {"event": "drew", "seat": 1, "cards": ["stocking-5"]},
    ]
    assert after.hands[1] == cards("elf 8 5")


def test_without_discards_the_stack_but_for_its_newest_card_is_the_deck() -> None:
    state = table(["1 2", "3 5", "9 7"], newest="santa 6 4", deck=())
    after, events = slap(state, 1, "3", answers=[cards("6 santa")])
    assert events[1] == {"event": "shuffled", "cards": ["stocking-6", "santa"]}
    assert (after.stack, after.deck, after.hands[1]) == (cards("4"), cards("santa"), cards("3 5 6"))


def test_a_flip_may_use_the_cards_under_the_waiting_one() -> None:
    state = table(["1 2", "3 5", "9 7"], newest="6 4", deck=())
    after, events = timeout(state, at=6000, answers=[cards("6")])
    assert [event["event"] for event in events] == ["shuffled", "flipped"]
    assert after.stack == cards("4 6")


def test_with_nothing_left_a_draw_is_forfeited_and_a_call_stands() -> None:
    state = table(["1 2", "5", "9 7"], newest="4", deck=(), called=(1,))
    after, events = slap(state, 1, "5")
    assert events == [{"event": "wrong", "seat": 1, "card": "stocking-5", "why": "no_match", "flip": 7}]
    assert (after.hands[1], after.called, after.locked) == (cards("5"), (1,), (1,))


def test_a_fireplace_serves_clockwise_until_nothing_is_left() -> None:
    state = table(["fireplace 1", "3 5", "9 7"], newest="4", deck=())
    after, events = slap(state, 0, "fireplace", answers=[cards("fireplace 4")])
    assert [event["event"] for event in events] == ["right", "discarded", "shuffled", "drew", "drew"]
    assert after.deck == after.discards == ()
    after, events = flip(after, 0)
    assert events == [{"event": "over"}]


def test_a_flip_that_cannot_be_made_ends_the_match_and_the_fewest_cards_win() -> None:
    state = table(["1 2", "5 3 1", "9 7"], newest="4", deck=())
    after, events = timeout(state, at=6000)
    assert events == [{"event": "over"}]
    assert after.stack == cards("4")
    assert RULES.outcome(after) == core.Outcome("finished", (2, 3, 2), (1, 3, 1))
