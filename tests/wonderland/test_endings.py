"""After a turn of Wonderland: the refill, the ending and the winner."""

from __future__ import annotations

import pytest

from games.rules import core
from tests.wonderland.tables import GAME, event_names, explore, holding, piles, power, stop, table, tunnel

FOUR = ("alice", "rabbit", "cat", "hatter")


def test_the_discards_are_shuffled_and_refill_up_to_three_and_the_rest_stays_discarded() -> None:
    at = table(
        notebooks=(("alice",), ("cat",), ("cat",)),
        tunnels=(tunnel("", hatter="queen queen"), (), ()),
        discards=("alice",),
    )
    order = ["queen", "rabbit", "alice", "queen", "queen"]
    after, events = explore(at, 2, "alice", order)
    assert event_names(events) == ["took", "collapsed", "shuffled", "refilled"]
    assert events[2]["cards"] == order
    assert events[3] == {"event": "refilled", "seat": 0, "cards": ["queen", "rabbit", "alice"]}
    assert after.notebooks[0] == ("queen", "rabbit", "alice")
    assert after.discards == ("queen", "queen")


def test_three_cards_need_no_refill_and_no_shuffle() -> None:
    assert event_names(
        stop(table(phase="choice", tunnels=(tunnel("cat"), (), ()), discards=("cat",)))[1]
    ) == ["banked"]


def test_nothing_is_shuffled_when_nothing_is_discarded() -> None:
    at = table(phase="choice", notebooks=((), (), ()), tunnels=(tunnel("cat"), (), ()))
    assert event_names(stop(at)[1]) == ["banked"]


def test_the_record_gives_a_shuffle_back() -> None:
    events: list[core.Event] = [
        {"event": "banked"},
        {"event": "shuffled", "seat": 0, "cards": ["cat", "alice"]},
    ]
    assert GAME.chance_outcomes(table(), {"type": "stop"}, events) == [("cat", "alice")]


# --- The end


def test_two_seats_end_at_the_first_empty_pile_and_bank_after_the_power() -> None:
    at = table(2, piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at, events = explore(at, 2, "alice")
    assert events[1] == {"event": "ending", "seat": 0, "piles": [1]}
    assert at.phase == "power"
    after, events = power(at, "queen", cover=0, with_=1)
    assert event_names(events) == ["covered", "banked", "over"]
    assert after.phase == "over" and GAME.to_act(after) == ()
    assert GAME.outcome(after) == core.Outcome("finished", (4, 3), (1, 2))


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats_end_at_the_second_empty_pile(seats: int) -> None:
    at = table(seats, piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at, events = explore(at, 2, "alice")
    assert event_names(events) == ["took"]
    after, events = power(at, "rabbit", pile=4)
    assert event_names(events) == ["revealed", "ending", "banked", "over"]
    assert events[1]["piles"] == [1, 4]
    assert after.phase == "over"


def test_a_laid_card_keeps_a_pile_from_being_empty() -> None:
    at = holding("rabbit queen", seats=2, piles=piles("alice | cat", "cat", "cat", "cat", "cat"))
    assert "ending" not in event_names(power(at, "rabbit", pile=0)[1])


def test_a_pile_emptied_by_a_hatter_ends_the_match_before_the_rivals_tunnel_falls() -> None:
    at = holding("hatter rabbit", seats=2, piles=piles("cat", "alice", "alice", "alice", "alice"))
    at = at._replace(tunnels=(at.tunnels[0], tunnel("", hatter="cat cat")))
    after, events = power(at, "hatter", seat=1, pile=0)
    assert event_names(events) == ["given", "ending", "hatter_collapsed", "banked", "over"]
    assert after.tunnels == ((), ())


def test_a_collapse_in_the_ending_is_refilled_and_the_match_is_over() -> None:
    at = table(2, notebooks=(("alice", "cat"), ()), piles=piles("alice", "rabbit", "cat", "queen cat", "cat"))
    at = at._replace(tunnels=(tunnel("", hatter="queen queen"), ()))
    after, events = explore(at, 2, "alice", ["queen", "queen", "rabbit", "queen"])
    assert event_names(events) == ["took", "ending", "collapsed", "shuffled", "refilled", "over"]
    assert GAME.standings(after).scores == (3, 0)


def test_the_ending_is_written_once() -> None:
    at = holding("rabbit queen", seats=2, ending=True, piles=piles("", "alice", "cat", "alice", "alice"))
    assert event_names(power(at, "rabbit", pile=2)[1]) == ["revealed", "banked", "over"]


def test_a_skipped_power_in_the_ending_banks_at_once() -> None:
    at = table(2, hall=0, piles=piles("cat", "alice", "cat", "alice cat", "cat"))
    after, events = explore(at, 2, "rabbit")
    assert event_names(events) == ["took", "ending", "banked", "over"]
    assert after.notebooks[0] == ("alice", "cat", "alice", "alice")


def test_the_highest_total_wins_and_ties_share_the_rank() -> None:
    at = table(phase="over", notebooks=(("cat",), ("everyone",), ("cat",)))
    assert GAME.outcome(at) == core.Outcome("finished", (1, 5, 1), (2, 1, 2))
