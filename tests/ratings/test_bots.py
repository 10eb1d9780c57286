"""Bots on the scale of people: measured, never rated."""

from __future__ import annotations

import pytest

from games.models import Seat
from games.play.snapshot import Snapshot
from games.ratings import bots, pools
from games.ratings.bots import Meeting, strength
from games.ratings.models import Pool
from games.ratings.scale import START, Skill
from tests.helpers import given
from tests.ratings.steps import POOL, everything, played

pytestmark = pytest.mark.django_db
PERSON = Skill(1700, 60)


def met(result: float, times: int = 1, person: Skill = PERSON) -> list[Meeting]:
    return times * [Meeting(person, result, 1)]


def finished(*levels: str) -> Snapshot:
    return played(2, bots=list(levels))


def set_ranks(snapshot: Snapshot, *ranks: int) -> None:
    for index, rank in enumerate(ranks):
        Seat.objects.filter(table=snapshot.table.pk, index=index).update(rank=rank)


def test_a_bot_that_comes_in_as_often_before_people_as_behind_is_as_strong_as_they() -> None:
    even = strength(met(1, 200) + met(0, 200))
    assert even.mu == pytest.approx(PERSON.mu, abs=10)
    assert strength(met(0.5, 400)).mu == pytest.approx(even.mu, abs=1e-6)
    assert strength(met(1, 5)).mu > strength(met(1, 4) + met(0)).mu > strength(met(0, 5)).mu


def test_few_meetings_leave_a_bot_near_the_beginning_and_uncertain() -> None:
    assert strength([]).mu == pytest.approx(START, abs=1e-6)
    one, many = strength(met(1)), strength(met(1, 20) + met(0, 20))
    assert START < one.mu < PERSON.mu and not one.is_sure
    assert many.is_sure and many.sigma < one.sigma


def test_the_people_at_a_table_weigh_as_much_as_one_result() -> None:
    snapshot = finished("gentle", "gentle")
    _mu, sigma, matches = Pool.objects.get(name=POOL).bots["gentle"]
    assert matches == 1 and sigma >= strength(met(1, person=Skill())).sigma
    assert sigma < strength([]).sigma
    # Only the first bot of a level has its face. One person was ahead of it and one behind.
    set_ranks(snapshot, 1, 3, 2, 4)
    assert bots.measured(POOL)["gentle"][0] == pytest.approx(START, abs=1e-3)
    set_ranks(snapshot, 2, 3, 1, 4)
    assert bots.measured(POOL)["gentle"][0] > START + 10


def test_a_person_who_resigned_was_not_beaten() -> None:
    snapshot = finished("easy")
    set_ranks(snapshot, 1, 3, 2)
    Seat.objects.filter(table=snapshot.table.pk, index=1).update(resigned=3)
    assert bots.measured(POOL)["easy"][0] < START - 10


def test_only_matches_that_count_are_looked_at() -> None:
    snapshot = finished("easy")
    assert list(Pool.objects.get(name=POOL).bots) == ["easy"]
    pools.void(snapshot.table.pk)
    pools.rate_waiting()
    assert Pool.objects.get(name=POOL).bots == {}


def test_nobodys_number_depends_on_bots() -> None:
    snapshot = finished("easy")
    before = everything()
    set_ranks(snapshot, *[seat.rank or 0 for seat in snapshot.seats][:2], 9)
    pools.rebuild(lambda *_progress: None)
    assert everything() == before


def test_the_reads_do_not_grow_with_the_matches(django_assert_num_queries: object) -> None:
    for _match in range(2):
        finished("easy")
        with django_assert_num_queries(4):  # type: ignore[operator]
            bots.measured(POOL)


def test_a_leaderboard_shows_bots_that_have_met_people_often_enough() -> None:
    def page() -> str:
        return given.browser(None).get("/leaderboard/parade/live/").content.decode()

    Pool.objects.create(
        name=POOL, bots={"hard": [1705.2, 60, 10], "easy": [1395.0, 140, 12], "gentle": [1200, 90, 9]}
    )
    seen = page()
    assert "1705" in seen and "1395?" in seen and "1200" not in seen
    assert seen.index("Raven") < seen.index("March Hare") and "Dormouse" not in seen
    assert "for scale" not in given.browser(None).get("/leaderboard/parade/days/").content.decode()
