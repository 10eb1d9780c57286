"""Vacations: thirty whole days in a calendar year, begun and ended by a press."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine

from accounts.models import User
from games.models import Vacation
from games.people import vacation
from games.rules.core import Refused
from tests.helpers.given import browser, person

pytestmark = pytest.mark.django_db
DAY = vacation.DAY
JUNE = date(2026, 6, 1)


def on(day: date, hour: int = 15) -> time_machine.travel:
    return time_machine.travel(datetime(day.year, day.month, day.day, hour, tzinfo=UTC), tick=False)


def away(user: User, first: date, last: date) -> Vacation:
    with on(first):
        return vacation.start(user.pk, last)


def last_day(user: User) -> date | None:
    row = vacation.current(user.pk)
    return None if row is None else row.last


def test_a_vacation_begins_today_and_its_last_day_counts() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 9 * DAY)
    with on(JUNE + 9 * DAY, 23):
        assert last_day(ada) == JUNE + 9 * DAY
        assert vacation.left(ada.pk, 2026) == 20
    with on(JUNE + 10 * DAY, 0):
        assert vacation.current(ada.pk) is None
    start, end = vacation_spans(ada, JUNE)[0]
    # On the first day from the press on.
    assert (start, end) == (datetime(2026, 6, 1, 15, tzinfo=UTC), datetime(2026, 6, 11, tzinfo=UTC))


def vacation_spans(user: User, day: date) -> list[vacation.Span]:
    with on(day):
        return vacation.pauses([user.pk])[user.pk]


def test_a_year_has_thirty_days() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 29 * DAY)
    assert vacation.left(ada.pk, 2026) == 0


def test_thirty_one_days_are_one_too_many() -> None:
    with pytest.raises(Refused) as refused:
        away(person("Ada"), JUNE, JUNE + 30 * DAY)
    assert (refused.value.code, refused.value.params["last"]) == ("vacation_too_long", JUNE + 29 * DAY)
    assert not Vacation.objects.exists()


def test_the_days_of_several_vacations_add_up_and_the_next_year_brings_new_ones() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 19 * DAY)
    away(ada, JUNE + 40 * DAY, JUNE + 49 * DAY)
    with on(JUNE + 60 * DAY), pytest.raises(Refused) as refused:
        vacation.start(ada.pk, JUNE + 60 * DAY)
    assert refused.value.code == "no_vacation_left"
    away(ada, date(2027, 1, 1), date(2027, 1, 5))
    assert vacation.left(ada.pk, 2027) == 25


def test_over_new_year_each_year_pays_for_its_own_days() -> None:
    ada = person("Ada")
    with on(date(2026, 12, 22)):
        assert vacation.longest(ada.pk) == date(2027, 1, 30)
        vacation.start(ada.pk, date(2027, 1, 30))
    assert (vacation.left(ada.pk, 2026), vacation.left(ada.pk, 2027)) == (20, 0)


def test_a_vacation_that_would_use_up_the_old_year_ends_with_it() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 24 * DAY)
    with on(date(2026, 12, 20)):
        assert vacation.longest(ada.pk) == date(2026, 12, 24)


def test_ended_early_the_days_used_count_whole_and_the_others_are_given_back() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 20 * DAY)
    with on(JUNE + 2 * DAY):
        vacation.end(ada.pk)
        assert vacation.left(ada.pk, 2026) == 27
        assert last_day(ada) == JUNE + 2 * DAY
    with on(JUNE + 3 * DAY), pytest.raises(Refused) as refused:
        vacation.end(ada.pk)
    assert refused.value.code == "not_on_vacation"


def test_begun_again_on_the_day_it_ended_no_day_is_paid_twice() -> None:
    ada = person("Ada")
    away(ada, JUNE, JUNE + 20 * DAY)
    with on(JUNE + 2 * DAY):
        vacation.end(ada.pk)
        vacation.start(ada.pk, JUNE + 4 * DAY)
        assert vacation.left(ada.pk, 2026) == 25
    assert Vacation.objects.count() == 1


def test_the_last_day_cannot_lie_in_the_past() -> None:
    with pytest.raises(Refused) as refused:
        away(person("Ada"), JUNE, JUNE - DAY)
    assert refused.value.code == "vacation_past"


def test_the_page_starts_shows_and_ends_a_vacation() -> None:
    with on(JUNE):
        here = browser(person("Ada"))
        page = here.get("/vacation/").content.decode()
        assert "30 days left in 2026" in page
        assert not Vacation.objects.exists()
        page = here.post("/vacation/", {"last": "2026-06-10"}, follow=True).content.decode()
        assert "You are on vacation until 10 June." in page
        assert "20 days left in 2026" in page
        page = here.post("/vacation/", {"back": "yes"}, follow=True).content.decode()
        assert "29 days left in 2026" in page
        assert "on vacation until 1 June" in here.get("/@Ada/").content.decode()


@pytest.mark.parametrize("last", ["2026-08-01", "2026-05-31", "tomorrow", ""])
def test_the_page_says_what_is_wrong_with_a_day(last: str) -> None:
    with on(JUNE):
        answer = browser(person("Ada")).post("/vacation/", {"last": last})
    assert answer.status_code == 400
    assert 'class="errorlist"' in answer.content.decode()
    assert not Vacation.objects.exists()


def test_guests_are_asked_to_register_and_strangers_to_sign_in() -> None:
    guest = person("Curious Cup", is_guest=True)
    assert browser(guest).get("/vacation/").headers["Location"] == "/accounts/register/"
    assert "/accounts/login/" in browser(None).get("/vacation/").headers["Location"]
    assert not Vacation.objects.exists()


def test_the_pages_of_ones_own_lead_to_it() -> None:
    assert 'href="/vacation/"' in browser(person("Ada")).get("/preferences/").content.decode()
