"""Measured latencies, the shares that seats win, and answers that are held back, in simulated time."""

from __future__ import annotations

import re
from math import log
from random import Random

import pytest
from django.test import Client

from games.realtime.claim_order import LONGEST_TRIP, credit
from games.realtime.latency import Latency, Link
from tests.helpers.lines import EASY, EVEN, FLIPS, PEOPLE, QUICK, Way, shares


@pytest.mark.parametrize("pace", [PEOPLE, EASY, QUICK, EVEN])
@pytest.mark.parametrize("seed", range(5))
def test_seats_on_links_of_10_80_and_200_ms_win_about_equally(pace: tuple[float, float], seed: int) -> None:
    for share in shares([Way(10), Way(80), Way(200)], pace, seed):
        assert abs(share - 100 / 3) <= 5


def test_a_seat_further_away_than_the_cap_wins_less_than_its_share() -> None:
    """It shows that the test above can fail."""
    assert shares([Way(10), Way(80), Way(LONGEST_TRIP + 80)], EASY)[2] < 100 / 3 - 3


def test_without_credit_the_far_seat_would_hardly_ever_be_first() -> None:
    rng, wins = Random(1), [0, 0, 0]
    for _ in range(FLIPS):
        times = [rng.lognormvariate(log(QUICK[0]), QUICK[1]) + trip for trip in (10, 80, 200)]
        wins[times.index(min(times))] += 1
    assert wins[2] < FLIPS / 3 - 50 * FLIPS / 1000


@pytest.mark.parametrize("pace", [PEOPLE, EASY, QUICK])
def test_four_seats_on_lines_up_to_300_ms_win_alike_with_jitter_and_loss(pace: tuple[float, float]) -> None:
    for share in shares([Way(trip, jitter=20, loss=0.01) for trip in (20, 80, 150, 300)], pace):
        assert abs(share - 25) <= 4


@pytest.mark.parametrize("pace", [PEOPLE, EASY, QUICK])
@pytest.mark.parametrize(
    "liar",
    [Way(10, holds=180), Way(10, holds=1000), Way(10, below=180), Way(10 + 180)],
    ids=["page", "page for long", "below the page alone", "everything, claims too"],
)
def test_a_seat_that_holds_answers_back_wins_no_more_than_its_share(
    liar: Way, pace: tuple[float, float]
) -> None:
    for seed in range(3):
        assert shares([liar, Way(10), Way(10)], pace, seed)[0] <= 100 / 3 + 5


def test_a_seat_that_holds_the_browsers_answers_back_too_wins_more() -> None:
    """This needs a program in place of the browser, as the page about fairness says."""
    assert shares([Way(10, holds=180, below=180), Way(10), Way(10)], QUICK)[0] > 45


def test_answers_held_back_for_less_than_a_minute_gain_nothing() -> None:
    link = Link(0)
    for count in range(60):
        held = 0.2 if count % 30 else 0
        link.pong(link.ping(count * 2.0), count * 2.0 + 0.01 + held)
        if count:
            assert link.round_trip == pytest.approx(10)


@pytest.mark.parametrize("trip", [0, 10, 80, 299, 300, 301, 1000])
@pytest.mark.parametrize("holds", [1, 50, 110, 500, 60_000])
def test_holding_back_pongs_gains_at_most_what_the_cap_leaves(trip: float, holds: float) -> None:
    honest = credit(1000 + trip, 0, trip)
    lying = credit(1000 + trip, 0, trip + holds)
    assert honest - lying <= LONGEST_TRIP - min(trip, LONGEST_TRIP)


def test_a_liar_on_a_short_link_wins_no_more_than_somebody_who_is_that_much_faster() -> None:
    liar = shares([Way(10, holds=300, below=300), Way(10), Way(10)], PEOPLE)[0]
    rng, wins = Random(1), 0
    for _ in range(FLIPS):
        times = [
            rng.lognormvariate(log(PEOPLE[0]), PEOPLE[1]) - (LONGEST_TRIP if seat == 0 else 0)
            for seat in range(3)
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


def test_the_round_trip_is_the_smallest_of_the_last_minute() -> None:
    link = Link(0)
    for at, trip in ((5.0, 0.02), (20.0, 0.3), (65.0, 0.3)):
        link.pong(link.ping(at), at + trip)
    assert link.round_trip == pytest.approx(300), "an old quick answer is forgotten"
    link.pong(link.ping(66.0), 66.1)
    link.pong(link.ping(68.0), 68.2)
    assert link.round_trip == pytest.approx(100)


def test_the_pages_answer_does_not_count_where_the_browser_does_not_answer() -> None:
    link = Link(0)
    link.asks_browser = True
    number = link.ping(1.0)
    assert link.pong(number, 1.3)
    assert link.round_trip is None
    link.browser_pong(number, 1.4)
    assert link.round_trip == pytest.approx(300), "the quicker of the two"
    link.browser_pong(number, 1.0)
    link.browser_pong(number + 1, 1.0)
    assert link.round_trip == pytest.approx(300), "an answer counts once, and one to no ping not at all"


def test_a_seat_with_two_sockets_is_as_near_as_the_nearer() -> None:
    latency = Latency()
    latency.enter("t", 0)
    for trip in (0.2, 0.03):
        link = latency.enter("t", 1)
        assert link.round_trip is None
        link.pong(link.ping(1.0), 1.0 + trip)
    assert link.round_trip == pytest.approx(30)
    assert latency.round_trips("t") == [pytest.approx(30)]


def test_a_seat_that_opens_another_socket_is_as_near_as_it_was() -> None:
    latency = Latency()
    latency.enter("t", 0)
    for at, trip in ((1.0, 0.03), (9.0, 0.2)):
        link = latency.enter("t", 1)
        link.pong(link.ping(at), at + trip)
        latency.leave("t", link)
    assert link.round_trip == pytest.approx(30)


def marked(ways: dict[int, Way]) -> set[int]:
    """Return the seats whose answers look wrong after a minute."""
    latency = Latency()
    for seat, way in ways.items():
        latency.enter("t", seat).measurements = latency.tables["t"].by_seat[seat] = way.measured(
            Random(seat)
        ).measurements
    return set(latency.held_back("t"))


def test_a_seat_whose_page_answers_later_than_its_browser_is_marked_and_one_the_other_way_round() -> None:
    assert marked({0: Way(10, holds=180), 1: Way(10), 2: Way(10, below=180), 3: Way(80, holds=120)}) == {
        0,
        2,
        3,
    }


def test_no_honest_line_is_marked_however_long_it_is_and_much_it_varies() -> None:
    lines = [
        Way(trip, jitter=jitter, loss=loss)
        for trip in (20, 80, 150, 300, 900)
        for jitter in (4, 50, 400)
        for loss in (0, 0.05, 0.3)
    ]
    assert marked(dict(enumerate(lines))) == set()
    # The page of a slow machine.
    assert marked({0: Way(20, holds=60)}) == set()


def test_a_page_that_sleeps_or_still_loads_is_not_marked() -> None:
    latency = Latency()
    asleep, loading = latency.enter("t", 0), latency.enter("t", 1)
    asleep.ready = True
    for count in range(30):
        for link, late in ((asleep, 20 if count % 3 else 0), (loading, 0.5)):
            number = link.ping(count * 2.0)
            link.browser_pong(number, count * 2.0 + 0.01)
            link.pong(number, count * 2.0 + 0.02 + late)
    assert latency.held_back("t") == {}


@pytest.mark.django_db
def test_the_page_says_what_each_line_wins() -> None:
    page = Client().get("/fairness/").content.decode()
    rows = re.findall(r'<th scope="row">(\d+) ms</th>\s*<td>(\d+)</td>\s*<td>(\d+)</td>', page)
    documented = [[int(cell) for cell in row] for row in rows]
    assert [trip for trip, *_ in documented] == [20, 80, 150, 300]
    for column, pace in enumerate((PEOPLE, QUICK), 1):
        measured = shares([Way(trip, jitter=20, loss=0.01) for trip, *_ in documented], pace)
        assert [row[column] for row in documented] == pytest.approx(measured, abs=3)
    for won, pace in ((17, PEOPLE), (9, QUICK)):
        assert shares([Way(500), Way(20), Way(20), Way(20)], pace)[0] == pytest.approx(won, abs=3)
        assert f"{won}" in page
    for won, pace in ((46, PEOPLE), (62, QUICK)):
        assert shares([Way(10, holds=290, below=290), Way(10), Way(10)], pace)[0] == pytest.approx(won, abs=3)
        assert f"{won}" in page
