"""The link at the end of a mail: one press without signing in stops mails of its kinds, and opening it stops
nothing."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Notification
from games.notifications import unsubscribe
from games.notifications.routing import channels_of, preferences_of
from tests.helpers.given import browser
from tests.notifications.members import at_table, member, post, whose_turn

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


@pytest.fixture
def address() -> str:
    """Return the link of a mail about Ada's or Ben's turn."""
    at_table(2)
    post()
    header = mail.outbox[0].extra_headers["List-Unsubscribe"]
    match = re.fullmatch(r"<http://localhost:8000(/unsubscribe/[^/]+/)>", header)
    assert match and match[1] in mail.outbox[0].body
    return match[1]


def mails_of(name: str) -> list[str]:
    """Return the kinds of which that member gets mail."""
    preferences = preferences_of(member(name))
    return [kind for kind in Kind.values if "mail" in channels_of(preferences, kind)]


def reader() -> str:
    return mail.outbox[0].to[0].split("@")[0].capitalize()


def test_a_mail_programs_one_click_stops_mails_of_that_kind(address: str) -> None:
    # As in RFC 8058: a POST without cookies with only this body. CSRF is checked here as on the site.
    program = Client(enforce_csrf_checks=True)
    assert "your_turn" in mails_of(reader())
    answer = program.post(
        address, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 200
    assert mails_of(reader()) == [kind for kind in Kind.values if kind not in ("your_turn", "sat_down")]
    channels = channels_of(preferences_of(member(reader())), "your_turn")
    assert list(channels) == ["push", "hook"]


def test_looking_at_the_link_changes_nothing(address: str) -> None:
    before = mails_of(reader())
    page = Client().get(address)
    assert page.status_code == Client().head(address).status_code == 200
    assert b'<form class="form" method="post">' in page.content
    assert mails_of(reader()) == before


def test_all_mails_can_be_stopped_there(address: str) -> None:
    assert b"no more mails about tables" in Client().post(address, {"every": "yes"}).content
    assert mails_of(reader()) == []


def test_it_stops_the_mails_of_whom_it_was_written_to_whoever_is_signed_in(address: str) -> None:
    other = "Ben" if reader() == "Ada" else "Ada"
    browser(member(other)).post(address, {"these": "yes"})
    assert "your_turn" not in mails_of(reader())
    assert "your_turn" in mails_of(other)


@pytest.mark.parametrize(
    "spoil", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "nothing"]
)
def test_a_link_that_was_not_signed_here_is_nobodys(address: str, spoil: object) -> None:
    token = address.split("/")[2]
    assert Client().post(f"/unsubscribe/{spoil(token)}/").status_code == 404  # type: ignore[operator]


def test_the_link_of_an_account_that_is_gone_is_nobodys() -> None:
    ada = member("Ada")
    token = unsubscribe.token(ada.pk, ["your_turn"])
    ada.delete()
    assert unsubscribe.read(token) is None


def test_the_link_to_the_table_leads_there_or_asks_once(address: str, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    match = re.search(r"http://localhost:8000(/go/([^/]+)/)", str(mail.outbox[0].body))
    assert match
    ada = member("Ada")
    ada.set_password("a-rabbit-with-a-watch")
    ada.save()
    assert browser(ada).get(match[1]).headers["Location"] == f"/t/{match[2]}/"
    stranger = Client()
    location = stranger.get(match[1]).headers["Location"]
    assert location == f"/accounts/login/?next=/t/{match[2]}/"
    page = stranger.get(location)
    assert f'value="/t/{match[2]}/"' in page.content.decode()
    fields = {"login": "Ada", "password": "a-rabbit-with-a-watch", "next": f"/t/{match[2]}/"}
    assert stranger.post("/accounts/login/", fields).headers["Location"] == f"/t/{match[2]}/"


def test_the_link_to_the_table_asks_for_nothing_else() -> None:
    answer = Client().get("/go/x&next=elsewhere/")
    assert answer.headers["Location"] == "/accounts/login/?next=/t/x%26next%3Delsewhere/"


def test_stopped_mails_stay_stopped(address: str) -> None:
    Client().post(address, {"every": "yes"})
    mail.outbox.clear()
    snapshot = at_table(2)
    post()
    assert {message.to[0] for message in mail.outbox} <= {
        f"{name.lower()}@example.org" for name in ("Ada", "Ben")
    } - {f"{reader_of(address).lower()}@example.org"}
    assert whose_turn(snapshot)


def reader_of(address: str) -> str:
    member_found = unsubscribe.read(address.split("/")[2])
    assert member_found
    return member_found[0].username
