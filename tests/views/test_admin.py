"""The admin shows tables and moves, and can't change history."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.models import Move
from tests.helpers import given
from tests.helpers.given import browser, person, running, stored
from tests.helpers.not_none import not_none

pytestmark = pytest.mark.django_db


def host() -> Client:
    return browser(person("Host", is_staff=True, is_superuser=True))


def test_the_host_finds_tables_by_id_by_name_and_by_state() -> None:
    snapshot, over = running(), given.finished(3)
    client = host()
    page = client.get(f"/admin/games/table/?q={snapshot.table.pk}").content.decode()
    assert snapshot.table.pk in page
    assert over.table.pk not in page
    page = client.get("/admin/games/table/?q=Cleo&status__exact=over").content.decode()
    assert over.table.pk in page
    assert snapshot.table.pk not in page
    assert client.get(f"/admin/games/move/?q={over.table.pk}&by__exact=person").status_code == 200


def test_nothing_of_history_can_be_added_changed_or_deleted() -> None:
    snapshot = given.finished()
    client, row = host(), Move.objects.filter(table=snapshot.table).last()
    before = stored(snapshot.table.pk)
    for place, pk in (("table", snapshot.table.pk), ("move", not_none(row).pk)):
        assert client.get(f"/admin/games/{place}/add/").status_code == 403
        page = client.get(f"/admin/games/{place}/{pk}/change/")
        assert page.status_code == 200
        assert 'name="_save"' not in page.content.decode()
        assert client.post(f"/admin/games/{place}/{pk}/change/", {"number": 99}).status_code == 403
        assert client.post(f"/admin/games/{place}/{pk}/delete/", {"post": "yes"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": pk, "post": "yes"}
        client.post(f"/admin/games/{place}/", action)
    assert stored(snapshot.table.pk) == before


def test_the_host_sees_the_seats_and_never_the_seed_or_the_link() -> None:
    snapshot = running()
    page = host().get(f"/admin/games/table/{snapshot.table.pk}/change/").content.decode()
    assert "Ada" in page
    assert snapshot.table.commitment in page
    assert snapshot.table.seed not in page
    assert snapshot.table.invite not in page


def test_the_host_sees_no_cards_before_the_match_is_over() -> None:
    snapshot = running(seed="host")
    given.step(snapshot)
    card = given.now(snapshot).state.deck[0]
    client, row = host(), Move.objects.get(table=snapshot.table, number=1)
    assert card not in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()
    given.play_until(snapshot, "over")
    assert card in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()


def test_nobody_but_the_host_gets_in() -> None:
    snapshot = running()
    for client in (browser(person("Ben")), browser(None)):
        assert client.get(f"/admin/games/table/{snapshot.table.pk}/change/").status_code == 302


def test_a_member_reads_in_the_sites_frame_that_the_administration_is_not_allowed() -> None:
    response = browser(person("Ada")).get("/admin/games/table/", follow=True)
    assert response.status_code == 403
    assert "Your account has no right" in response.content.decode()
    assertTemplateUsed(response, "base.html")
