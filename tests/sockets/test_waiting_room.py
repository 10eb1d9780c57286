"""The page of a table that waits for people: it offers each viewer only buttons that wouldn't be refused."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.boards import texts
from games.models import Seat, Table
from games.people import lists
from games.play import seating, storage
from games.play.snapshot import Snapshot
from tests.helpers.given import browser, opened, person

pytestmark = pytest.mark.django_db
ANYBODY, SIT = "Anybody: it stands in the list of open tables.", "/sit/"
KEPT = "The free seats are kept for people who were invited."
RACE_IS_LIVE = "This game is live only: it can't be played over days."
REFUSED = "You can't sit down at this table."


def room(snapshot: Snapshot, name: str = "") -> str:
    """Return the table's page as that person sees it, without a name as a visitor."""
    return browser(person(name) if name else None).get(f"/t/{snapshot.table.pk}/").content.decode()


@pytest.mark.parametrize("name", ["", "Dan"])
def test_a_free_seat_is_anybodys(name: str) -> None:
    person("Ben")
    html = room(opened(3, invited=("Ben",)), name)
    assert ANYBODY in html
    assert SIT in html
    assert KEPT not in html


@pytest.mark.parametrize("name", ["", "Dan"])
@pytest.mark.parametrize("public", [True, False])
def test_where_every_free_seat_is_kept_nobody_else_is_asked_to_sit_down(name: str, public: bool) -> None:
    person("Ben")
    snapshot = opened(2, invited=("Ben",), public=public)
    browse = browser(person(name) if name else None)
    html = browse.get(f"/i/{snapshot.table.invite}/", follow=True).content.decode()
    assert KEPT in html
    assert ANYBODY not in html
    assert "whoever has the link may sit down" not in html
    assert SIT not in html
    assert "Whoever has the link may sit down" not in room(snapshot, "Ada")


def test_one_press_in_the_list_of_open_tables_sits_down_at_the_table_whose_shuffle_it_shows() -> None:
    snapshot, browse = opened(3), browser(person("Ben"))
    page = f"/t/{snapshot.table.pk}/"
    listed = browse.get("/lobby/").content.decode()
    assert f'formaction="{page}sit/"' in listed
    assert f'value="{snapshot.table.commitment}"' in listed
    form = {"commitment": snapshot.table.commitment, "salt": "b" * 16}
    assert browse.post(f"{page}sit/", form)["Location"] == page
    seat = storage.load(snapshot.table.pk).seats[1]
    assert (seat.name, seat.salt_by) == ("Ben", seat.SaltBy.BROWSER)


def test_a_bots_level_is_said_in_the_readers_language() -> None:
    table = opened(3, bots=("", "easy")).table.pk
    html = browser(None).get(f"/t/{table}/", headers={"Accept-Language": "fr"}).content.decode()
    assert "robot, facile" in html


def test_the_invited_person_is_asked_to_accept_the_seat() -> None:
    person("Ben")
    html = room(opened(2, invited=("Ben",)), "Ben")
    assert "Accept and sit down" in html
    assert SIT in html


def test_an_invitation_is_listed_once() -> None:
    person("Ben")
    table = opened(3, invited=("Ben",)).table.pk
    lobby = browser(person("Ben")).get("/lobby/").content.decode()
    assert f'id="invitation-{table}"' in lobby
    assert f'id="open-{table}"' not in lobby
    assert f'id="open-{table}"' in browser(person("Cleo")).get("/lobby/").content.decode()


@pytest.mark.parametrize(("host", "comes"), [("Ada", "Ben"), ("Ben", "Ada")])
def test_a_visitor_who_may_not_sit_down_reads_a_refusal_without_its_reason(host: str, comes: str) -> None:
    lists.block(person("Ada"), person("Ben").username)
    html = room(opened(3, host=host), comes)
    assert REFUSED in html
    assert SIT not in html
    assert ANYBODY not in html
    assert "block" not in html.split("<main", 1)[1].lower().replace("tablet", "")
    assert SIT in room(opened(3, host=host), "Cleo")


def test_the_refusal_holds_for_whom_a_seat_is_kept_where_somebody_sits_whom_they_do_not_meet() -> None:
    person("Ben")
    lists.block(person("Cleo"), "Ben")
    snapshot = opened(4, invited=("Ben",))
    seating.join(snapshot.table.pk, person("Cleo"))
    html = room(snapshot, "Ben")
    assert REFUSED in html
    assert SIT not in html


def test_a_seated_person_sees_no_change_when_another_blocks_them() -> None:
    snapshot = opened(4)
    seating.join(snapshot.table.pk, person("Ben"))
    lists.block(person("Ada"), "Ben")
    html = room(snapshot, "Ben")
    assert ANYBODY in html
    assert REFUSED not in html


# Whoever comes by a link


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
    match = re.search(r'id="guest-name"[^>]*value="([^"]+)"', page)
    assert match
    assert page.count("Sit down with Ada") == 1
    assert sit(client, snapshot, match[1]) == 302
    assert Seat.objects.get(table=snapshot.table, index=1).name == match[1]


@pytest.mark.parametrize(("pace", "minutes"), [("live", 1), ("days", 0)])
def test_how_long_a_match_takes_is_told_of_one_sitting_only(pace: str, minutes: int) -> None:
    page = come(Client(), opened(3, public=False, pace=pace))
    assert page.count("<b>15</b> minutes") == minutes


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


def test_a_member_sits_down_under_their_own_name() -> None:
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
        assert (table.public, table.seats.count(), table.pace) == (False, seats, "live")
    assert client.get("/with-friends/", {"game": "whist"}).status_code == 404


def test_with_friends_offers_days_as_the_table_gets_them_where_it_is_no_race() -> None:
    for game, is_race in (("parade", False), ("stockings", True)):
        client, before = Client(), Table.objects.count()
        page = client.get("/with-friends/", {"game": game}).content.decode()
        assert ('name="pace"' in page) != is_race
        shown = client.post("/with-friends/", {"game": game, "pace": "days"}, follow=True)
        assert Table.objects.count() - before == (not is_race)
        assert (RACE_IS_LIVE in unescape(shown.content.decode())) == is_race
        if not is_race:
            table = Table.objects.latest("opened_at")
            assert table.pace == "days"
            assert texts.over_days(table.bank_ms, table.increment_ms) in page
