"""French typography: a space before a colon, months in lower case, the first day of a month."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from html import unescape
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.template import engines
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.dates import date_in_words
from accounts.time_zones import local_time
from games.boards import times
from tests.helpers.given import browser, person

pytestmark = pytest.mark.django_db
NOVEMBER = datetime(2026, 11, 21, 14, 5, tzinfo=UTC)


def text(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", page)).split())


def test_a_colon_stands_apart_on_the_page_of_what_one_is_told() -> None:
    client = browser(person("Ada"), headers={"accept-language": "fr"})
    page = text(client.get("/preferences/notifications/").content.decode())
    assert "E-mail :" in page
    assert "Webhooks :" in page
    assert re.findall(r"\w+: ", page) == []
    assert "8 h 00" in page and "8:00" not in page


@pytest.mark.parametrize(
    ("language", "board", "lobby"),
    [
        ("en", "21 Nov 14:05 UTC", "until 21 Nov, 14:05 UTC"),
        ("fr", "21 nov., 14\u00a0h\u00a005 UTC", "21 nov., 14 h 05 UTC"),
    ],
)
def test_a_month_is_written_as_the_language_writes_it(language: str, board: str, lobby: str) -> None:
    with translation.override(language):
        assert times.until(int(NOVEMBER.timestamp() * 1000)) == board
        words = text(render_to_string("games/_until.html", {"moment": NOVEMBER, "stops": ""}))
    assert words.endswith(lobby)


@pytest.mark.parametrize(
    ("language", "day", "day_of_week", "written"),
    [
        ("en", 1, "Tue", "1 December"),
        ("fr", 1, "mar.", "1er décembre"),
        ("fr", 2, "mer.", "2 décembre"),
        ("fr", 11, "ven.", "11 décembre"),
    ],
)
def test_french_writes_the_first_day_of_a_month_as_an_ordinal(
    language: str, day: int, day_of_week: str, written: str
) -> None:
    when = datetime(2026, 12, day, 14, 5, tzinfo=UTC)
    page = engines["django"].from_string('{% load dates %}{{ when|date_in_words:"j F" }}, {% today "j F" %}')
    with translation.override(language), time_machine.travel(when, tick=False):
        assert times.day(when) == written
        assert text(times.full_day(when)) == text(times.full_day(when.date())) == f"{written} 2026"
        short = written[: written.index(" ") + 4]
        assert f"{day_of_week} {short}" in times.moment(when) and times.until(
            int(when.timestamp() * 1000)
        ).startswith(short)
        assert local_time(when, ZoneInfo("Europe/Paris"), "j F") == f"{written} (CET)"
        assert page.render({"when": date(2026, 12, day)}) == f"{written}, {written}"


def test_a_letter_of_a_pattern_that_is_written_as_it_stands_is_no_day() -> None:
    with translation.override("fr"):
        assert date_in_words(date(2026, 12, 1), r"\j\o\u\r j") == "jour 1er"


def test_a_date_of_a_page_may_be_missing_and_is_in_the_pages_time_zone() -> None:
    page = engines["django"].from_string('{% load dates %}{{ when|date_in_words:"j F" }}')
    assert page.render({"when": None}) == ""
    with timezone.override("Asia/Tokyo"):
        assert page.render({"when": datetime(2026, 12, 1, 23, tzinfo=UTC)}) == "2 December"
