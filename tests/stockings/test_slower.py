"""Slower cards: the race is opened anew, before its first card, with more time for each."""

from __future__ import annotations

from typing import Any

import pytest

from games.play import opening, storage
from games.play.opening import Plan
from games.stockings.rules import GAME
from tests.helpers.given import browser, person

pytestmark = pytest.mark.django_db


def test_whoever_finds_the_cards_too_fast_has_the_same_bots_with_slower_ones() -> None:
    ada = person("Ada")
    old = opening.open_table(
        ada, Plan("stockings", 4, bots=("easy", "gentle", "easy"), options={"limit": 90})
    )
    client, address = browser(ada), f"/t/{old.table.pk}/"
    assert f"{address}slower/" in client.get(address).content.decode()
    page = client.post(f"{address}slower/")["Location"]
    new = storage.load(page.split("/")[2])
    assert [seat.level for seat in new.seats] == ["", "easy", "gentle", "easy"]
    assert new.table.options == {**old.table.options, **GAME.SLOWER}
    assert storage.load(old.table.pk).seats[0].put_aside_at
    # They can't be slower still, and the page says how slow they are. Nothing is played, so the guide is still offered.
    html = client.get(page).content.decode()
    assert "slower/" not in html
    assert "Slower cards: each waits 8 seconds." in html
    assert "guide-offer" in html


def test_whoever_may_open_no_other_table_keeps_this_one_in_the_list(settings: Any) -> None:
    ada = person("Ada")
    old = opening.open_table(ada, Plan("stockings", 4, bots=("easy", "easy", "easy"))).table.pk
    settings.RUNNING_PER_MEMBER = 1
    page = browser(ada).post(f"/t/{old}/slower/")
    assert page.status_code == 409
    assert "You already sit at" in page.content.decode()
    assert storage.load(old).seats[0].put_aside_at is None


def test_among_people_the_cards_stay_as_they_were_agreed() -> None:
    ada = person("Ada")
    table = opening.open_table(ada, Plan("stockings", 4, bots=("easy", "easy"))).table.pk
    client = browser(ada)
    browser(person("Ben")).post(f"/t/{table}/sit/")
    assert "slower/" not in client.get(f"/t/{table}/").content.decode()
    assert client.post(f"/t/{table}/slower/").status_code == 409
