"""How far a budget of time reaches and how much a wait has used of it, when weekends and vacations cost nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play.clocks import MOST_VACATION, NEVER, Pauses, counted, reach, stops

look = settings(derandomize=True, deadline=None, max_examples=300, database=None)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A Saturday. The following Monday is the 23rd.
SATURDAY = datetime(2026, 11, 21, tzinfo=UTC)
FRIDAY_NOON, MONDAY = SATURDAY - 12 * HOUR, SATURDAY + 2 * DAY
WEEKENDS = Pauses(weekends=True)

moments = st.datetimes(datetime(2026, 10, 1), datetime(2027, 4, 1), timezones=st.just(UTC))
budgets = st.timedeltas(timedelta(milliseconds=1), 16 * DAY)


@st.composite
def vacations(draw: st.DrawFn) -> tuple[datetime, datetime]:
    first = draw(st.integers(0, 200))
    return SATURDAY + first * DAY, SATURDAY + (first + draw(st.integers(1, 45))) * DAY


pauses = st.builds(Pauses, st.booleans(), st.lists(vacations(), max_size=4).map(tuple))


def at_rest(moment: datetime, start: datetime, pauses: Pauses) -> bool:
    """Return True if the time of a wait from `start` stands still just before `moment`."""
    for begin, end in stops(start, pauses):
        if begin >= moment:
            return False
        if moment <= end:
            return True
    return False


@look
@given(moments, budgets, pauses)
def test_what_a_budget_reaches_has_used_it_up(start: datetime, budget: timedelta, pauses: Pauses) -> None:
    assert counted(start, reach(start, budget, pauses), pauses) == budget


@look
@given(moments, st.timedeltas(timedelta(), 90 * DAY), pauses)
def test_what_a_wait_has_used_reaches_its_end_but_for_the_rest_at_the_end(
    start: datetime, waited: timedelta, pauses: Pauses
) -> None:
    end = start + waited
    back = reach(start, counted(start, end, pauses), pauses)
    assert back <= end
    assert back == end or at_rest(end, start, pauses)


@look
@given(moments, budgets, budgets, pauses)
def test_a_larger_budget_reaches_further(
    start: datetime, one: timedelta, more: timedelta, pauses: Pauses
) -> None:
    assert reach(start, one + more, pauses) > reach(start, one, pauses)


@look
@given(moments, st.timedeltas(timedelta(), 90 * DAY), st.timedeltas(timedelta(), 90 * DAY), pauses)
def test_a_longer_wait_never_uses_less_and_never_more_than_it_lasts(
    start: datetime, one: timedelta, more: timedelta, pauses: Pauses
) -> None:
    used, later = counted(start, start + one, pauses), counted(start, start + one + more, pauses)
    assert timedelta() <= used <= one
    assert used <= later <= used + more


@look
@given(moments, budgets, st.booleans(), st.lists(vacations(), max_size=4).map(tuple))
def test_vacations_hold_nobody_up_for_more_than_thirty_days(
    start: datetime, budget: timedelta, weekends: bool, spans: tuple[tuple[datetime, datetime], ...]
) -> None:
    with_them, without = Pauses(weekends, spans), Pauses(weekends)
    used = counted(start, reach(start, budget, with_them), without)
    assert used - budget <= MOST_VACATION


@look
@given(moments, budgets)
def test_no_time_is_used_on_a_weekend(start: datetime, budget: timedelta) -> None:
    end = reach(start, budget, WEEKENDS)
    last = end - timedelta(microseconds=1)
    assert last.weekday() < 5


@look
@given(moments, pauses)
def test_stops_are_in_order_and_apart(start: datetime, pauses: Pauses) -> None:
    at = start
    for number, (begin, end) in enumerate(stops(start, pauses)):
        assert begin < end
        assert begin > at or (number == 0 and begin >= at)
        at = end
        if number == 20:
            break


def test_without_pauses_a_budget_is_a_sum() -> None:
    assert reach(FRIDAY_NOON, 3 * DAY) == FRIDAY_NOON + 3 * DAY
    assert counted(FRIDAY_NOON, FRIDAY_NOON + 3 * DAY, NEVER) == 3 * DAY


@pytest.mark.parametrize(
    ("start", "budget", "end"),
    [
        (FRIDAY_NOON, 11 * HOUR, SATURDAY - HOUR),
        (FRIDAY_NOON, 13 * HOUR, MONDAY + HOUR),
        (FRIDAY_NOON, 12 * HOUR + 5 * DAY + HOUR, MONDAY + 7 * DAY + HOUR),
        (SATURDAY, HOUR, MONDAY + HOUR),
        (SATURDAY + 30 * HOUR, HOUR, MONDAY + HOUR),
        (MONDAY, HOUR, MONDAY + HOUR),
    ],
)
def test_weekends_are_left_out(start: datetime, budget: timedelta, end: datetime) -> None:
    assert reach(start, budget, WEEKENDS) == end


def test_weekends_are_utc_whatever_zone_a_moment_is_told_in() -> None:
    from zoneinfo import ZoneInfo

    # In Auckland it is Saturday already.
    auckland = (SATURDAY - 5 * HOUR).astimezone(ZoneInfo("Pacific/Auckland"))
    assert auckland.weekday() == 5
    assert reach(auckland, 6 * HOUR, WEEKENDS) == MONDAY + HOUR


def test_a_vacation_that_covers_weekends_is_not_counted_twice() -> None:
    week = Pauses(True, ((FRIDAY_NOON + 12 * HOUR, MONDAY + 3 * DAY),))
    assert reach(FRIDAY_NOON, 13 * HOUR, week) == MONDAY + 3 * DAY + HOUR


def test_of_sixty_days_around_new_year_thirty_count_in_one_wait() -> None:
    christmas = datetime(2026, 12, 2, tzinfo=UTC)
    long = Pauses(vacations=((christmas, christmas + 60 * DAY),))
    assert reach(christmas, 2 * DAY, long) == christmas + 32 * DAY
    assert reach(christmas + 20 * DAY, 2 * DAY, long) == christmas + 52 * DAY
