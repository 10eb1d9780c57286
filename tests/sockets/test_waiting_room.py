"""The page of a table that waits for people: it offers each viewer only buttons that wouldn't be refused."""

from __future__ import annotations

import pytest

from games.people import lists
from games.play import seating, storage
from games.play.snapshot import Snapshot
from tests.helpers.given import browser, opened, person

pytestmark = pytest.mark.django_db
ANYBODY, SIT = "Anybody: it stands in the list of open tables.", "/sit/"
KEPT = "The free seats are kept for people who were invited."
REFUSED = "You can't sit down at this table."


def room(snapshot: Snapshot, name: str = "") -> str:
    """Return the table's page as that person sees it, without a name as a visitor."""
    return browser(person(name) if name else None).get(f"/t/{snapshot.table.pk}/").content.decode()


@pytest.mark.parametrize("name", ["", "Dan"])
def test_a_free_seat_is_anybodys(name: str) -> None:
    person("Ben")
    shown = room(opened(3, invited=("Ben",)), name)
    assert ANYBODY in shown
    assert SIT in shown
    assert KEPT not in shown


@pytest.mark.parametrize("name", ["", "Dan"])
@pytest.mark.parametrize("public", [True, False])
def test_where_every_free_seat_is_kept_nobody_else_is_asked_to_sit_down(name: str, public: bool) -> None:
    person("Ben")
    snapshot = opened(2, invited=("Ben",), public=public)
    browse = browser(person(name) if name else None)
    shown = browse.get(f"/i/{snapshot.table.invite}/", follow=True).content.decode()
    assert KEPT in shown
    assert ANYBODY not in shown
    assert "whoever has the link may sit down" not in shown
    assert SIT not in shown
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
    shown = browser(None).get(f"/t/{table}/", headers={"Accept-Language": "fr"}).content.decode()
    assert "robot, facile" in shown


def test_whom_a_seat_is_kept_for_is_asked_to_accept() -> None:
    person("Ben")
    shown = room(opened(2, invited=("Ben",)), "Ben")
    assert "Accept and sit down" in shown
    assert SIT in shown


def test_an_invitation_is_listed_once() -> None:
    person("Ben")
    table = opened(3, invited=("Ben",)).table.pk
    lobby = browser(person("Ben")).get("/lobby/").content.decode()
    assert f'id="invitation-{table}"' in lobby
    assert f'id="open-{table}"' not in lobby
    assert f'id="open-{table}"' in browser(person("Cleo")).get("/lobby/").content.decode()


@pytest.mark.parametrize(("host", "comes"), [("Ada", "Ben"), ("Ben", "Ada")])
def test_who_would_be_refused_reads_the_refusal_and_no_reason(host: str, comes: str) -> None:
    lists.block(person("Ada"), person("Ben").username)
    shown = room(opened(3, host=host), comes)
    assert REFUSED in shown
    assert SIT not in shown
    assert ANYBODY not in shown
    assert "block" not in shown.split("<main", 1)[1].lower().replace("tablet", "")
    assert SIT in room(opened(3, host=host), "Cleo")


def test_the_refusal_holds_for_whom_a_seat_is_kept_where_somebody_sits_whom_they_do_not_meet() -> None:
    person("Ben")
    lists.block(person("Cleo"), "Ben")
    snapshot = opened(4, invited=("Ben",))
    seating.join(snapshot.table.pk, person("Cleo"))
    shown = room(snapshot, "Ben")
    assert REFUSED in shown
    assert SIT not in shown


def test_who_sits_there_already_sees_no_change_when_somebody_blocks_them() -> None:
    snapshot = opened(4)
    seating.join(snapshot.table.pk, person("Ben"))
    lists.block(person("Ada"), "Ben")
    shown = room(snapshot, "Ben")
    assert ANYBODY in shown
    assert REFUSED not in shown
