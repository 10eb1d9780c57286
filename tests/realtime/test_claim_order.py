"""Which of the claims that are held together was first, and from when a reaction counts."""

from __future__ import annotations

from functools import partial

import pytest
from django.http import QueryDict

from games.realtime import claim_order
from games.realtime.claim_order import LONGEST_TRIP, TIE, Claim, credit, order, reaction
from games.realtime.holding import holding_time
from games.realtime.latency import Latency
from games.rules.core import Refused
from games.rules.reactions import SHORTEST
from games.sockets.submission import read
from tests.helpers.lines import FLIPS, SEED


def test_a_connection_after_a_flip_gains_no_time_to_think() -> None:
    """A spectator's page shows the card, too, so a seat's reaction must not count from the arrival of its own page."""
    latency = Latency()
    there = latency.enter("t", 0)
    there.connected_at -= 5
    claimed_at = there.connected_at + 3
    latency.opened("t", 7, claimed_at)
    late = latency.enter("t", 1)
    assert late.connected_at > claimed_at
    latency.shown("t", {0, 1}, 7)
    assert latency.sent("t", 1, 7) == claimed_at
    own = latency.sent("t", 0, 7)
    assert own is not None and own > claimed_at, "who was there counts from when it was sent"


def test_a_clients_clock_is_used_nowhere() -> None:
    plain = QueryDict("card=santa&flip=3&seen=0&key=k")
    lying = QueryDict("card=santa&flip=3&seen=0&key=k&at=1&credited=1&received=0&timing=0&round_trip=9")
    assert read("stockings", lying) == read("stockings", plain)
    with pytest.raises(Refused):
        read("stockings", QueryDict("card=santa&flip=-3&seen=0&key=k"))


def test_no_reaction_is_credited_with_less_than_the_floor() -> None:
    assert credit(50, 0, 0) == SHORTEST
    assert credit(299, 0, 200) == SHORTEST
    assert credit(1000, 0, 400) == 1000 - LONGEST_TRIP
    assert credit(301, 0, 200) == 101
    assert credit(500, 0, -40) == 500


def test_a_reaction_is_known_though_less_would_not_count() -> None:
    assert reaction(205, 200, 0) == 5
    # With answers held back, one seems to have known the card before it was sent.
    assert reaction(250, 200, 200) == -150
    assert reaction(700, 200, 1000) == 500 - LONGEST_TRIP


def test_the_window_is_the_slowest_seats_round_trip_and_300_ms_at_most() -> None:
    assert holding_time([]) == 0
    assert holding_time([12, 80, 31]) == 80
    assert holding_time([12, 3000]) == 300


def test_the_faster_reaction_is_placed_first_whatever_came_first() -> None:
    near = Claim(0, 7, credited=400, arrival=0)
    far = Claim(1, 7, credited=350, arrival=1)
    assert order([near, far], SEED) == [far, near]


def test_slaps_within_15_ms_are_tied_and_the_smallest_lot_goes_first() -> None:
    for flip in range(1, 60):
        slaps = [Claim(seat, flip, 400 + seat * TIE / 2, seat) for seat in range(3)]
        lots = sorted(range(3), key=partial(claim_order.lot, SEED, flip))
        assert [slap.seat for slap in order(slaps, SEED)] == lots


def test_a_tie_is_with_the_fastest_of_those_not_yet_placed() -> None:
    for flip in range(1, 60):
        slaps = [Claim(0, flip, 400, 0), Claim(1, flip, 412, 1), Claim(2, flip, 424, 2)]
        placed = [slap.seat for slap in order(slaps, SEED)]
        assert placed != [2, 0, 1] and placed[0] != 2, "424 is no tie with 400"
        if placed[0] == 1:
            assert placed == [1, 0, 2], "without the first, 400 is still the fastest"


def test_over_many_flips_a_tie_favours_nobody() -> None:
    wins = [0, 0, 0]
    for flip in range(1, FLIPS + 1):
        wins[order([Claim(seat, flip, 400, seat) for seat in range(3)], SEED)[0].seat] += 1
    assert all(abs(won / FLIPS - 1 / 3) < 0.05 for won in wins)


def test_two_slaps_of_one_seat_stay_in_the_order_in_which_they_came() -> None:
    for flip in range(1, 40):
        slaps = [Claim(1, flip, SHORTEST, 1), Claim(0, flip, SHORTEST, 0), Claim(1, flip, SHORTEST, 2)]
        own = [slap.arrival for slap in order(slaps, SEED) if slap.seat == 1]
        assert own == [1, 2]


def test_a_flip_counts_from_when_it_was_first_sent_to_the_seat() -> None:
    latency = Latency()
    latency.enter("t", 1)
    latency.shown("t", {1}, 5)
    sent = latency.sent("t", 1, 5)
    latency.shown("t", {1}, 5)
    assert sent is not None
    assert latency.sent("t", 1, 5) == sent
    assert latency.sent("t", 1, 4) is None
    assert latency.sent("t", 0, 5) is None
