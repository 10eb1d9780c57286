"""French typography: a space before a colon, months in lower case."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils import translation

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
