"""Who was first, with links of several lengths between the seats and the server: in made-up time, without a clock."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random

import pytest
from django.http import QueryDict

from games.realtime import fairness
from games.realtime.fairness import FLOOR, MOST, TIE, Claim, credit, order, reaction, window
from games.realtime.latency import Latency, Link
from games.sockets.submission import read
from games.tables import Refused

SEED = "5eed" * 16
FLIPS = 1000
# Reactions as the bots of the two levels have them: median in ms, spread of the logarithm. And people who look for a
# card among eight, who differ more; and some so much alike that a few ms decide.
EASY = (1600.0, 0.35)
QUICK = (900.0, 0.35)
PEOPLE = (1600.0, 0.5)
EVEN = (700.0, 0.05)


@dataclass
class Way:
    """A way to the server and back, `trip` ms together. A liar answers pings `holds` ms late."""

    trip: float
    holds: float = 0.0

    def measured(self, rng: Random) -> float:
        """What the server makes of five pings, each up to 4 ms late by chance."""
        link = Link(0)
        for sent in range(5):
            number = link.ping(sent * 2.0)
            link.pong(number, sent * 2.0 + (self.trip + self.holds + rng.uniform(0, 4)) / 1000)
        assert link.round_trip is not None
        return link.round_trip


def first(slaps: list[tuple[float, Claim]], wait: float, seed: str = SEED) -> int:
    """The seat that is placed first, of slaps with their times of receipt."""
    opened = min(received for received, _ in slaps)
    held = [slap for received, slap in sorted(slaps, key=lambda each: each[0]) if received <= opened + wait]
    return order(held, seed)[0].seat


def shares(links: list[Way], pace: tuple[float, float], seed: int = 1) -> list[float]:
    """How many of the flips each seat wins, in percent, all reactions being drawn alike."""
    rng = Random(seed)
    wins = [0] * len(links)
    trips = [link.measured(rng) for link in links]
    for flip in range(1, FLIPS + 1):
        slaps = []
        for seat, link in enumerate(links):
            received = rng.lognormvariate(log(pace[0]), pace[1]) + link.trip
            slaps.append((received, Claim(seat, flip, credit(received, 0, trips[seat]), seat)))
        wins[first(slaps, window(trips))] += 1
    return [100 * won / FLIPS for won in wins]


@pytest.mark.parametrize("pace", [PEOPLE, EASY, QUICK, EVEN])
@pytest.mark.parametrize("seed", range(5))
def test_seats_on_links_of_10_80_and_200_ms_win_about_equally(pace: tuple[float, float], seed: int) -> None:
    for share in shares([Way(10), Way(80), Way(200)], pace, seed):
        assert abs(share - 100 / 3) <= 5


def test_whoever_is_further_away_than_the_cap_wins_less_than_its_share() -> None:
    """What the test above would show if it could not fail."""
    assert shares([Way(10), Way(80), Way(MOST + 80)], EASY)[2] < 100 / 3 - 3


def test_without_credit_the_far_seat_would_hardly_ever_be_first() -> None:
    rng, wins = Random(1), [0, 0, 0]
    for _ in range(FLIPS):
        times = [rng.lognormvariate(log(QUICK[0]), QUICK[1]) + trip for trip in (10, 80, 200)]
        wins[times.index(min(times))] += 1
    assert wins[2] < FLIPS / 3 - 50 * FLIPS / 1000


@pytest.mark.parametrize("trip", [0, 10, 80, 199, 200, 201, 1000])
@pytest.mark.parametrize("holds", [1, 50, 110, 500, 60_000])
def test_holding_back_pongs_gains_at_most_what_the_cap_leaves(trip: float, holds: float) -> None:
    honest = credit(1000 + trip, 0, trip)
    lying = credit(1000 + trip, 0, trip + holds)
    assert honest - lying <= MOST - min(trip, MOST)


def test_a_liar_on_a_short_link_wins_no_more_than_somebody_who_is_that_much_faster() -> None:
    liar = shares([Way(10, holds=300), Way(10), Way(10)], PEOPLE)[0]
    rng, wins = Random(1), 0
    for _ in range(FLIPS):
        times = [
            rng.lognormvariate(log(PEOPLE[0]), PEOPLE[1]) - (MOST if seat == 0 else 0) for seat in range(3)
        ]
        wins += times[0] == min(times)
    assert liar <= 100 * wins / FLIPS + 3


def test_a_pong_that_answers_no_ping_measures_nothing() -> None:
    link = Link(0)
    number = link.ping(10.0)
    assert not link.pong(number + 1, 10.0)
    assert not link.pong("1", 10.0)
    assert not link.pong(None, 10.0)
    assert link.round_trip is None
    assert link.pong(number, 10.2)
    assert not link.pong(number, 99.0), "the same answer counts once"
    assert link.round_trip == pytest.approx(200)


def test_the_round_trip_is_the_smallest_of_the_last_few() -> None:
    link = Link(0)
    for trip in (0.02, 0.3, 0.3, 0.3, 0.3):
        link.pong(link.ping(5.0), 5.0 + trip)
    assert link.round_trip == pytest.approx(20)
    link.pong(link.ping(6.0), 6.3)
    assert link.round_trip == pytest.approx(300), "an old quick answer is forgotten"


def test_who_connects_only_after_a_flip_was_made_gains_no_time_to_think() -> None:
    """A spectator's page shows the card, too: a seat must not count from when its own page came."""
    latency = Latency()
    there = latency.enter("t", 0)
    there.connected_at -= 5
    made = there.connected_at + 3
    latency.opened("t", 7, made)
    late = latency.enter("t", 1)
    assert late.connected_at > made
    latency.shown("t", {0, 1}, 7)
    assert latency.sent("t", 1, 7) == made
    own = latency.sent("t", 0, 7)
    assert own is not None and own > made, "who was there counts from when it was sent"


def test_what_a_client_says_of_time_is_used_nowhere() -> None:
    plain = QueryDict("card=santa&flip=3&seen=0&key=k")
    lying = QueryDict("card=santa&flip=3&seen=0&key=k&at=1&credited=1&received=0&timing=0&round_trip=9")
    assert read("stockings", lying) == read("stockings", plain)
    with pytest.raises(Refused):
        read("stockings", QueryDict("card=santa&flip=-3&seen=0&key=k"))


def test_no_reaction_is_credited_with_less_than_the_floor() -> None:
    assert credit(50, 0, 0) == FLOOR
    assert credit(299, 0, 200) == FLOOR
    assert credit(301, 0, 200) == 101
    assert credit(500, 0, -40) == 500


def test_a_reaction_is_known_though_less_would_not_count() -> None:
    assert reaction(205, 200, 0) == 5
    # Whoever held the answers back seems to have known the card before it was sent.
    assert reaction(250, 200, 200) == -150
    assert reaction(700, 200, 1000) == 300


def test_the_window_is_the_slowest_seats_round_trip_and_250_ms_at_most() -> None:
    assert window([]) == 0
    assert window([12, 80, 31]) == 80
    assert window([12, 3000]) == 250


def test_the_faster_reaction_is_placed_first_whatever_came_first() -> None:
    near = Claim(0, 7, credited=400, arrival=0)
    far = Claim(1, 7, credited=350, arrival=1)
    assert order([near, far], SEED) == [far, near]


def test_slaps_within_15_ms_are_tied_and_the_smallest_lot_goes_first() -> None:
    for flip in range(1, 60):
        slaps = [Claim(seat, flip, 400 + seat * TIE / 2, seat) for seat in range(3)]
        lots = sorted(range(3), key=lambda seat, flip=flip: fairness.lot(SEED, flip, seat))
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
        slaps = [Claim(1, flip, FLOOR, 1), Claim(0, flip, FLOOR, 0), Claim(1, flip, FLOOR, 2)]
        own = [slap.arrival for slap in order(slaps, SEED) if slap.seat == 1]
        assert own == [1, 2]


def test_a_seat_with_two_sockets_is_as_near_as_the_nearer() -> None:
    latency = Latency()
    for trip in (0.2, 0.03):
        link = latency.enter("t", 1)
        link.pong(link.ping(1.0), 1.0 + trip)
    assert latency.round_trip("t", 1) == pytest.approx(30)
    assert latency.round_trip("t", 0) == 0
    assert latency.round_trips("t") == [pytest.approx(30)]


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
