"""How people leave open tables without wanting to: the host sends them away, or somebody blocks them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Table
from games.play import beginning, closing, invitations, seating, storage
from games.play.snapshot import Snapshot
from games.queries import lobby
from tests.helpers.given import browser, opened, person
from tests.play.test_tables import refuses

pytestmark = pytest.mark.django_db


def joined(host: str, *names: str) -> Snapshot:
    """Return a public table of four where those people sit."""
    snapshot = opened(4, host=host)
    for name in names:
        snapshot = seating.join(snapshot.table.pk, person(name))
    return snapshot


def names(snapshot: Snapshot) -> list[str]:
    return [seat.name for seat in storage.load(snapshot.table.pk).seats]


def test_the_host_sends_a_person_away_who_cannot_sit_down_again() -> None:
    snapshot = joined("Ada", "Ben", "Cleo")
    table, ada, ben = f"/t/{snapshot.table.pk}/", browser(person("Ada")), browser(person("Ben"))
    page = ada.get(table).content.decode()
    assert page.count(f"{table}away/") == 2 and f"{table}away/" not in ben.get(table).content.decode()
    assert ada.post(f"{table}away/", {"name": "Ben"})["Location"] == table
    assert names(snapshot) == ["Ada", "", "Cleo", ""]
    assert ben.post(f"{table}sit/").status_code == 403
    page = ben.get(table).content.decode()
    assert "You can't sit down at this table." in page and f"{table}sit/" not in page
    assert names(seating.join(snapshot.table.pk, person("Dan"))) == ["Ada", "Dan", "Cleo", ""]


def test_whoever_was_sent_away_comes_back_by_invitation() -> None:
    table = joined("Ada", "Ben").table.pk
    closing.send_away(table, person("Ada").pk, "Ben")
    invitations.invite(table, person("Ada"), "Ben")
    assert names(seating.join(table, person("Ben"))) == ["Ada", "Ben", "", ""]
    # After that they may come and go as everybody else.
    closing.leave(table, person("Ben").pk)
    assert names(seating.join(table, person("Ben"))) == ["Ada", "Ben", "", ""]


def test_an_invitation_that_was_withdrawn_or_declined_lets_nobody_sit_down_again() -> None:
    table, ada, ben = joined("Ada", "Ben").table.pk, person("Ada"), person("Ben")
    closing.send_away(table, ada.pk, "Ben")
    invitations.invite(table, ada, "Ben")
    assert f"/t/{table}/sit/" in browser(ben).get(f"/t/{table}/").content.decode()
    invitations.withdraw(table, ada.pk, "Ben")
    refuses("cannot_sit", seating.join, table, ben)
    assert f"/t/{table}/sit/" not in browser(ben).get(f"/t/{table}/").content.decode()
    invitations.invite(table, ada, "Ben")
    invitations.decline(table, ben.pk)
    refuses("cannot_sit", seating.join, table, ben)


def test_a_link_does_not_lead_back_to_whoever_was_sent_away() -> None:
    table, ben = opened(3, public=False).table, browser(person("Ben"))
    ben.get(f"/i/{table.invite}/")
    ben.post(f"/t/{table.pk}/sit/")
    closing.send_away(table.pk, person("Ada").pk, "Ben")
    assert "You can't sit down at this table." in ben.get(f"/t/{table.pk}/").content.decode()
    cleo, dan = browser(person("Cleo")), browser(person("Dan"))
    for friend in (cleo, dan):
        friend.get(f"/i/{table.invite}/")
    cleo.post(f"/t/{table.pk}/sit/")
    beginning.begin_with(table.pk, person("Ada").pk, 2)
    assert [each.get(f"/t/{table.pk}/").status_code for each in (ben, cleo, dan)] == [404, 200, 200]


def test_the_lobby_does_not_list_a_table_for_whoever_was_sent_away() -> None:
    table, ada, ben = joined("Ada", "Ben").table.pk, person("Ada"), person("Ben")
    closing.send_away(table, ada.pk, "Ben")
    seen = {name: {table.pk for table in lobby.context(person(name))["open"]} for name in ("Ben", "Cleo")}
    assert seen == {"Ben": set(), "Cleo": {table}}
    invitations.invite(table, ada, "Ben")
    assert [each.pk for each in lobby.context(ben)["invitations"]] == [table]


def test_nobody_but_the_host_sends_away_and_nobody_sends_away_the_host() -> None:
    snapshot = joined("Ada", "Ben")
    refuses("not_host", closing.send_away, snapshot.table.pk, person("Ben").pk, "Ada")
    for nobody in ("Ada", "Zoe", "Nobody", ""):
        closing.send_away(snapshot.table.pk, person("Ada").pk, nobody)
    assert names(snapshot) == ["Ada", "Ben", "", ""]
    closing.cancel(snapshot.table.pk, person("Ada").pk)
    refuses("already_started", closing.send_away, snapshot.table.pk, person("Ada").pk, "Ben")


@pytest.mark.parametrize(
    ("table", "left"),
    [
        (lambda: joined("Ada", "Ben", "Cleo"), ["Ada", "", "Cleo", ""]),
        (lambda: joined("Ben", "Ada", "Cleo"), ["Ben", "", "Cleo", ""]),
        (lambda: joined("Cleo", "Ben", "Ada"), ["Cleo", "Ben", "", ""]),
    ],
    ids=["the blocker's", "the blocked person's", "somebody else's"],
)
def test_a_block_parts_two_people_at_an_open_table(table: Callable[[], Snapshot], left: list[str]) -> None:
    snapshot = table()
    ada = browser(person("Ada"))
    ada.post("/friends/block/", {"name": "Ben"})
    assert names(snapshot) == left
    assert Table.objects.get().is_open
    assert "You and Ben won&#x27;t meet at a table." in ada.get("/about/").content.decode()


def test_whoever_sits_at_others_open_tables_sits_at_no_more_than_they_may(settings: Any) -> None:
    settings.RUNNING_PER_MEMBER = 2
    joined("Ada", "Ben"), opened(3, host="Ben")
    second = joined("Ada", "Ben").table.pk
    refuses("too_many_running", seating.join, opened(3).table.pk, person("Ben"))
    closing.leave(second, person("Ben").pk)
    assert "Ben" in names(seating.join(opened(3).table.pk, person("Ben")))
