"""Opening a table with the form: which seats are bots, and their levels."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Seat, Table

pytestmark = pytest.mark.django_db


def opened(**fields: Any) -> list[str]:
    """Return the levels of the opened table's seats, "" for people."""
    form = {"game": "parade", "seats": 4, "bots": 0, "level": "easy", "pace": "live", "public": "yes"}
    answer = Client().post("/open/", form | fields)
    assert answer.status_code == 302, answer.content
    table = Table.objects.get()
    return list(Seat.objects.filter(table=table).order_by("index").values_list("level", flat=True))


def test_bots_by_their_count_sit_behind_the_people() -> None:
    assert opened(bots=2, level="greedy") == ["", "", "greedy", "greedy"]


def test_each_seat_may_be_chosen_by_itself() -> None:
    assert opened(seat_1="greedy", seat_2="person", seat_3="gentle") == ["", "greedy", "", "gentle"]


def test_a_seat_chosen_for_a_person_takes_a_counted_bots_place() -> None:
    assert opened(bots=3, seat_3="person") == ["", "easy", "easy", ""]


def test_a_seat_that_the_table_does_not_have_is_left_out() -> None:
    assert opened(seats=2, seat_1="easy", seat_4="greedy") == ["", "easy"]


def test_too_many_bots_are_refused_in_words() -> None:
    form = {"game": "parade", "seats": 2, "bots": 5, "level": "easy", "pace": "live", "public": "yes"}
    answer = Client().post("/open/", form)
    assert answer.status_code == 409
    assert "Leave a seat for yourself" in answer.content.decode()
    assert not Table.objects.exists()


def test_every_level_that_is_offered_has_its_face() -> None:
    drawn = (settings.BASE_DIR / "static/img/bots.svg").read_text()
    page = Client().get("/open/").content.decode()
    for level in ("gentle", "easy", "greedy", "hard"):
        assert f'<symbol id="{level}"' in drawn and f"bots.svg#{level}" in page


@pytest.mark.parametrize(("game", "needs_script"), [("parade", False), ("stockings", True)])
def test_only_what_is_played_in_real_time_says_that_it_needs_a_script(game: str, needs_script: bool) -> None:
    for page in ("/open/", f"/rules/{game}/"):
        assert ("needs JavaScript" in Client().get(page, {"game": game}).content.decode()) == needs_script


def test_a_table_says_without_a_script_how_to_see_the_moves_of_the_others() -> None:
    client = Client()
    answer = client.post("/play-now/", {"game": "parade"}, follow=True)
    assert ">Reload</a>" in answer.content.decode()
