"""The host looks at tables and moves, and changes no history."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Move
from tests.games import tables
from tests.games.tables import browser, person, running, stored

pytestmark = pytest.mark.django_db


def host() -> Client:
    return browser(person("Host", is_staff=True, is_superuser=True))


def test_the_host_finds_tables_by_id_by_name_and_by_state() -> None:
    position, over = running(), tables.finished(3)
    client = host()
    page = client.get(f"/admin/games/table/?q={position.table.pk}").content.decode()
    assert position.table.pk in page
    assert over.table.pk not in page
    page = client.get("/admin/games/table/?q=Cleo&status__exact=over").content.decode()
    assert over.table.pk in page
    assert position.table.pk not in page
    assert client.get(f"/admin/games/move/?q={over.table.pk}&by__exact=person").status_code == 200


def test_nothing_of_history_can_be_added_changed_or_deleted() -> None:
    position = tables.finished()
    client, row = host(), Move.objects.filter(table=position.table).last()
    before = stored(position.table.pk)
    for place, pk in (("table", position.table.pk), ("move", row.pk)):
        assert client.get(f"/admin/games/{place}/add/").status_code == 403
        page = client.get(f"/admin/games/{place}/{pk}/change/")
        assert page.status_code == 200
        assert 'name="_save"' not in page.content.decode()
        assert client.post(f"/admin/games/{place}/{pk}/change/", {"number": 99}).status_code == 403
        assert client.post(f"/admin/games/{place}/{pk}/delete/", {"post": "yes"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": pk, "post": "yes"}
        client.post(f"/admin/games/{place}/", action)
    assert stored(position.table.pk) == before


def test_the_host_sees_the_seats_and_never_the_seed_or_the_link() -> None:
    position = running()
    page = host().get(f"/admin/games/table/{position.table.pk}/change/").content.decode()
    assert "Ada" in page
    assert position.table.commitment in page
    assert position.table.seed not in page
    assert position.table.invite not in page


def test_the_host_sees_no_cards_before_the_match_is_over() -> None:
    position = running(seed="host")
    tables.step(position)
    card = tables.now(position).state.deck[0]
    client, row = host(), Move.objects.get(table=position.table, number=1)
    assert card not in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()
    tables.play_until(position, "over")
    assert card in client.get(f"/admin/games/move/{row.pk}/change/").content.decode()


def test_nobody_but_the_host_gets_in() -> None:
    position = running()
    for client in (browser(person("Ben")), browser(None)):
        assert client.get(f"/admin/games/table/{position.table.pk}/change/").status_code == 302
