"""A friend who comes by a link: a name that is filled in, one button, and a name that can be changed later."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.models import Seat, Table
from games.play.snapshot import Snapshot
from tests.helpers.given import browser, opened, person

pytestmark = pytest.mark.django_db


def come(client: Client, snapshot: Snapshot) -> str:
    answer = client.get(f"/i/{snapshot.table.invite}/", follow=True)
    return unescape(answer.content.decode())


def sit(client: Client, snapshot: Snapshot, name: str) -> int:
    return client.post(f"/t/{snapshot.table.pk}/sit/", {"name": name}).status_code


def test_the_page_of_a_link_has_a_made_up_name_filled_in_and_one_button() -> None:
    client, snapshot = Client(), opened(3, public=False)
    page = come(client, snapshot)
    assert "invites you to" in page
    assert "What shall Ada call you?" in page
    found = re.search(r'id="guest-name"[^>]*value="([^"]+)"', page)
    assert found
    assert page.count("Sit down with Ada") == 1
    assert sit(client, snapshot, found[1]) == 302
    assert Seat.objects.get(table=snapshot.table, index=1).name == found[1]


def test_a_name_that_somebody_has_gets_a_number_and_one_that_nobody_may_have_is_refused() -> None:
    snapshot, stranger = opened(4, public=False), Client()
    come(stranger, snapshot)
    assert sit(stranger, snapshot, "admin") == 422
    refused = stranger.post(f"/t/{snapshot.table.pk}/sit/", {"name": "admin"}).content.decode()
    assert "This name belongs to the site." in refused
    assert 'value="admin"' in refused
    assert not User.objects.filter(is_guest=True).exists()
    assert sit(stranger, snapshot, "Ada") == 302
    guest = User.objects.get(is_guest=True)
    assert re.fullmatch(r"Ada \d\d", guest.username)
    long = Client()
    come(long, snapshot)
    assert sit(long, snapshot, "x" * 40) == 422


def test_who_is_signed_in_sits_down_under_their_own_name() -> None:
    ben, snapshot = browser(person("Ben")), opened(3, public=False)
    page = come(ben, snapshot)
    assert "You sit down as <b>Ben</b>." in page
    assert 'id="guest-name"' not in page
    assert sit(ben, snapshot, "Zoe") == 302
    assert Seat.objects.get(table=snapshot.table, index=1).name == "Ben"


def test_a_guest_changes_the_name_later_also_at_the_table() -> None:
    client, snapshot = Client(), opened(3, public=False)
    come(client, snapshot)
    sit(client, snapshot, "Mathilda")
    assert client.post("/preferences/", {"username": "Mathilde"})["Location"] == "/preferences/"
    assert User.objects.get(is_guest=True).username == "Mathilde"
    assert Seat.objects.get(table=snapshot.table, index=1).name == "Mathilde"


@pytest.mark.parametrize(("game", "least"), [("parade", 2), ("stockings", 3)])
def test_with_friends_asks_how_many_come(game: str, least: int) -> None:
    client = Client()
    page = client.get("/with-friends/", {"game": game}).content.decode()
    assert re.search(rf'value="{least}"\s+checked', page)
    for sent, seats in (("", least), ("4", 4), ("99", least)):
        client.post("/with-friends/", {"game": game, "seats": sent})
        table = Table.objects.latest("opened_at")
        assert (table.public, table.seats.count()) == (False, seats)
    assert client.get("/with-friends/", {"game": "whist"}).status_code == 404
