"""The commitment is shown before somebody sits down: what forms contain, and how it is checked."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from io import StringIO
from typing import Any
from unittest.mock import ANY

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table, UsedTicket
from games.play import closing, opening, seating, tickets
from games.play.opening import Plan
from games.play.tickets import Shown
from games.rules.core import Refused
from tests.helpers import given
from tests.helpers.given import browser, opened, person

pytestmark = pytest.mark.django_db
ALONE = Plan("parade", 2, bots=["easy"])
OPEN = {"game": "parade", "seats": "2", "bots": "0", "public": "yes", "pace": "live"}


def form(client: Client, path: str, action: str) -> dict[str, str]:
    """Return what the form for that action on that page would send, without its salt."""
    page = client.get(path, follow=True).content.decode()
    [html] = re.findall(rf'<form[^>]*action="{action}[^"]*" data-salted>.*?</form>', page, re.DOTALL)[:1]
    return dict(re.findall(r'name="(commitment|ticket|salt)"(?: value="([^"]*)")?', html))


def table_of(response: Any) -> Table:
    return Table.objects.get(pk=response["Location"].split("/")[2])


@pytest.mark.parametrize(
    ("path", "action"), [("/", "/play-now/"), ("/lobby/", "/quick/"), ("/open/", "/open/")]
)
def test_a_table_is_opened_with_the_seed_that_its_form_had_shown(path: str, action: str) -> None:
    client = browser(person("Ada"))
    sent = form(client, path, action)
    table = table_of(client.post(action, OPEN | sent | {"salt": "abc"}))
    assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == sent["commitment"]
    seat = table.seats.get(index=0)
    assert (seat.salt, seat.salt_by) == ("abc", "browser")


def test_two_forms_open_at_once_open_two_tables() -> None:
    client = browser(person("Ada"))
    first, second = (form(client, "/open/", "/open/") for _ in range(2))
    tables = [table_of(client.post("/open/", OPEN | sent | {"salt": "a"})) for sent in (second, first)]
    assert [table.commitment for table in tables] == [second["commitment"], first["commitment"]]


def test_a_form_that_is_sent_twice_opens_one_table() -> None:
    client = browser(person("Ada"))
    sent = OPEN | form(client, "/open/", "/open/") | {"salt": "a"}
    assert client.post("/open/", sent)["Location"] == client.post("/open/", sent)["Location"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize("who", [None, "Ada", "Ben"])
def test_a_used_form_opens_nothing_more_and_another_is_shown(who: str | None) -> None:
    sent = form(browser(None), "/", "/play-now/") | {"salt": "a"}
    table = table_of(browser(person("Ada")).post("/play-now/", sent))
    Table.objects.update(status=Table.Status.OVER)
    again = browser(person(who) if who else None)
    page = again.post("/play-now/", sent, follow=True).content.decode()
    assert "this form has been used already" in page
    assert table.commitment not in page
    assert Table.objects.count() == 1
    assert not User.objects.filter(is_guest=True).exists()


def test_a_ticket_is_used_though_its_table_is_gone() -> None:
    ticket = tickets.new()
    opening.open_table(person("Ada"), ALONE, "a", ticket)
    UsedTicket.objects.update(table=None)
    with pytest.raises(Refused, match="used_ticket"):
        opening.open_table(person("Ada"), ALONE, "a", ticket)


def test_tickets_are_forgotten_once_they_are_too_old_to_be_taken() -> None:
    opening.open_table(person("Ada"), ALONE, "a", tickets.new())
    assert tickets.forget_old(timezone.now() + tickets.VALID) == 0
    assert tickets.forget_old(timezone.now() + 3 * tickets.VALID) == 1


class SignedLongAgo(signing.TimestampSigner):
    def timestamp(self) -> str:
        then = timezone.now() - tickets.VALID - timedelta(minutes=1)
        return signing.b62_encode(int(then.timestamp()))


def test_an_old_form_gets_a_clear_answer_and_a_new_commitment() -> None:
    client = browser(person("Ada"))
    sent = OPEN | form(client, "/open/", "/open/") | {"salt": "a"}
    number = tickets.number_of(sent["ticket"])
    old = SignedLongAgo(salt=tickets.NAMESPACE).sign(number)
    response = client.post("/open/", sent | {"ticket": old})
    assert response.status_code == 409
    page = response.content.decode()
    assert "your form was too old" in page
    assert sent["commitment"] not in page
    assert 'name="commitment"' in page
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "ticket",
    ["x", "x:y:z", "\0", signing.TimestampSigner(salt="other").sign("x"), "é" * 9_000],
    ids=["no signature", "a false one", "a zero", "another's", "long"],
)
def test_a_ticket_of_ones_own_making_opens_nothing(ticket: str) -> None:
    client = browser(person("Ada"))
    sent = OPEN | form(client, "/open/", "/open/") | {"salt": "a", "ticket": ticket}
    assert client.post("/open/", sent).status_code in (400, 409)
    assert not Table.objects.exists()


def test_another_commitment_than_the_tickets_opens_nothing() -> None:
    client = browser(person("Ada"))
    one, other = (form(client, "/open/", "/open/") for _ in range(2))
    sent = OPEN | one | {"salt": "a", "commitment": other["commitment"]}
    assert client.post("/open/", sent).status_code == 409
    assert not Table.objects.exists()
    assert not UsedTicket.objects.exists()


def test_a_seated_person_has_been_shown_the_tables_commitment() -> None:
    table, client = opened(3).table, browser(person("Ben"))
    sent = form(client, f"/t/{table.pk}/", f"/t/{table.pk}/sit/")
    assert sent == {"commitment": table.commitment, "salt": ""}
    wrong = client.post(f"/t/{table.pk}/sit/", sent | {"salt": "b7", "commitment": "0" * 64})
    assert wrong.status_code == 409
    assert table.commitment in wrong.content.decode()
    assert client.post(f"/t/{table.pk}/sit/", sent | {"salt": "b7"}).status_code == 302
    seat = table.seats.get(user=person("Ben"))
    assert (seat.salt, seat.salt_by) == ("b7", "browser")


def test_the_invited_are_shown_it_too() -> None:
    table = opening.open_table(
        person("Ada"), Plan("parade", 3, invited=["Ben"]) if person("Ben") else ALONE
    ).table
    sent = form(browser(person("Ben")), f"/t/{table.pk}/", f"/t/{table.pk}/sit/")
    assert sent["commitment"] == table.commitment


@pytest.mark.parametrize("salt", ["é", "a b", "x" * 65, "-", "\u0661"])
def test_a_bad_salt_is_refused_and_not_replaced(salt: str) -> None:
    table, client = opened(3).table, browser(person("Ben"))
    sent = form(client, f"/t/{table.pk}/", f"/t/{table.pk}/sit/")
    response = client.post(f"/t/{table.pk}/sit/", sent | {"salt": salt})
    assert response.status_code == 400
    assert "up to 64 letters and digits" in response.content.decode()
    assert not table.seats.filter(user=person("Ben")).exists()
    sent = OPEN | form(client, "/open/", "/open/") | {"salt": salt}
    assert client.post("/open/", sent).status_code == 400
    assert Table.objects.count() == 1


def test_a_salt_without_a_commitment_is_refused() -> None:
    table = opened(3).table
    response = browser(person("Ben")).post(f"/t/{table.pk}/sit/", {"salt": "mine7"})
    assert response.status_code == 400
    assert "which fingerprint" in response.content.decode()


def test_without_a_salt_the_server_draws_it_and_the_page_says_so() -> None:
    client = browser(person("Ada"))
    table = table_of(client.post("/play-now/", form(client, "/", "/play-now/")))
    seat = table.seats.get(index=0)
    assert (len(seat.salt), seat.salt_by) == (32, "server")
    page = client.get(f"/t/{table.pk}/shuffle/").content.decode()
    assert "The server drew your salt" in page
    assert "drawn by the server" in page


def test_everybody_at_a_table_that_is_over_is_shown_the_same_rematch() -> None:
    over = given.finished(2)
    fields = [
        form(browser(user), f"/t/{over.table.pk}/", f"/t/{over.table.pk}/say/") for user in given.people(2)
    ]
    assert fields[0] == fields[1] == {"commitment": ANY, "salt": ""}
    tables = [
        table_of(browser(user).post(f"/t/{over.table.pk}/rematch/", sent | {"salt": user.username}))
        for user, sent in zip(given.people(2), fields, strict=True)
    ]
    assert tables[0] == tables[1]
    assert tables[0].commitment == fields[0]["commitment"]
    assert sorted(Seat.objects.filter(table=tables[0]).values_list("salt", "salt_by")) == [
        ("Ada", "browser"),
        ("Ben", "browser"),
    ]


def test_after_a_rematch_that_was_closed_another_seed_is_shown() -> None:
    over, ada = given.finished(2), person("Ada")
    ticket = tickets.for_rematch(over.table)
    first = opening.rematch(over.table.pk, ada, "a", ticket)
    closing.cancel(first.table.pk, ada.pk)
    with pytest.raises(Refused, match="other_commitment"):
        opening.rematch(over.table.pk, ada, "a", ticket)
    anew = tickets.for_rematch(Table.objects.get(pk=over.table.pk))
    second = opening.rematch(over.table.pk, ada, "a", anew)
    assert second.table.commitment == anew.commitment != first.table.commitment


def test_salts_are_shown_when_nobody_can_bring_another() -> None:
    table = opened(2, salt="adassalt").table
    pages = [
        browser(None).get(f"/t/{table.pk}/{page}").content.decode() for page in ("shuffle/", "shuffle.json")
    ]
    seating.join(table.pk, person("Ben"), "benssalt")
    now = [
        browser(None).get(f"/t/{table.pk}/{page}").content.decode() for page in ("shuffle/", "shuffle.json")
    ]
    assert not any("adassalt" in page for page in pages)
    assert all("adassalt" in page and "benssalt" in page for page in now)
    assert not any(table.seed in page for page in pages + now)


def test_a_match_from_before_is_shown_as_what_it_was() -> None:
    snapshot = given.running(2)
    Seat.objects.filter(table=snapshot.table).update(salt_by="")
    page = browser(None).get(f"/t/{snapshot.table.pk}/shuffle/").content.decode()
    assert "before this site showed the fingerprint in the form" in page
    assert "drawn_by" not in browser(None).get(f"/t/{snapshot.table.pk}/record.json").json()["shuffle"]


def test_a_record_tells_who_drew_the_salts() -> None:
    ticket = tickets.new()
    snapshot = opening.open_table(person("Ada"), Plan("parade", 3, bots=["easy"]), "a", ticket)
    snapshot = seating.join(snapshot.table.pk, person("Ben"))
    record = browser(None).get(f"/t/{snapshot.table.pk}/record.json").json()
    assert record["shuffle"]["drawn_by"] == ["browser", "server", None]


@pytest.mark.parametrize(("seat", "salt"), [(1, "picked"), (0, "")])
def test_the_audit_finds_a_salt_that_nobody_could_have_brought(seat: int, salt: str) -> None:
    """The audit also finds it if the deal isn't another: such a salt may have been there when the cards were dealt."""
    snapshot = opening.open_table(person("Ada"), Plan("parade", 2, bots=["easy"]), "a", Shown())
    Seat.objects.filter(table=snapshot.table, index=seat).update(salt=salt)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("audit", snapshot.table.pk, stdout=out)
    assert f"of seat {seat} has" in out.getvalue()
