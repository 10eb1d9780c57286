"""The list of sessions shows where and how one is signed in. Each can be ended separately, and its sockets with it."""

import asyncio
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.guests import new_guest
from accounts.models import User
from accounts.security.browsers import in_words
from tests.accounts.test_passwords import is_in
from tests.accounts.test_signing_in import loop, opened, settle, sign_in  # noqa: F401
from tests.conftest import PASSWORD
from tests.helpers import chores

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)


@pytest.fixture
def desk(ada: User) -> Client:
    return signed_in(FIREFOX, "192.0.2.1")


@pytest.fixture
def telephone(ada: User) -> Client:
    return signed_in(SAFARI, "192.0.2.2")


def signed_in(agent: str, address: str) -> Client:
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    assert sign_in(browser, "Ada").status_code == 302
    return browser


def listed(browser: Client) -> list[UserSession]:
    sessions: list[UserSession] = browser.get(reverse("usersessions_list")).context["sessions"]
    return sessions


def of(address: str) -> UserSession:
    return UserSession.objects.get(ip=address)


def end(browser: Client, session: UserSession):  # type: ignore[no-untyped-def]
    return browser.post(reverse("end_session", kwargs={"number": session.pk}))


def test_every_session_is_listed_with_browser_and_address(desk: Client, telephone: Client) -> None:
    assert [(session.browser, session.ip) for session in listed(desk)] == [
        ("Firefox, Linux", "192.0.2.1"),
        ("Safari, iPhone", "192.0.2.2"),
    ]


def test_another_session_is_ended_by_itself(desk: Client, telephone: Client) -> None:
    assert end(desk, of("192.0.2.2")).url == reverse("usersessions_list")
    assert is_in(desk)
    assert not is_in(telephone)
    assert len(listed(desk)) == 1


def test_the_session_in_use_can_be_ended_too(desk: Client, telephone: Client) -> None:
    assert end(desk, of("192.0.2.1")).url == reverse("home")
    assert not is_in(desk)
    assert is_in(telephone)


def test_all_others_are_ended_at_once(desk: Client, telephone: Client, ada: User) -> None:
    third = signed_in(FIREFOX, "192.0.2.3")
    assert desk.post(reverse("usersessions_list"))["Location"] == reverse("usersessions_list")
    assert is_in(desk)
    assert not is_in(telephone)
    assert not is_in(third)


def test_sockets_close_with_a_session(
    desk: Client,
    telephone: Client,
    ada: User,
    loop: asyncio.AbstractEventLoop,  # noqa: F811
    django_capture_on_commit_callbacks: Any,
) -> None:
    own, others = opened(ada), opened(new_guest())
    with django_capture_on_commit_callbacks(execute=True):
        end(desk, of("192.0.2.2"))
    settle(loop)
    assert (own.closed, others.closed) == (4401, None)


def test_nobody_ends_somebody_elses_session(desk: Client) -> None:
    User.objects.create_user("Eve", password=PASSWORD)
    eve = Client()
    sign_in(eve, "Eve")
    assert end(eve, of("192.0.2.1")).status_code == 404
    assert is_in(desk)
    assert end(Client(), of("192.0.2.1")).status_code == 302
    assert is_in(desk)


def test_ending_a_session_takes_a_post_from_the_sites_own_form(desk: Client, ada: User) -> None:
    assert desk.get(reverse("end_session", kwargs={"number": of("192.0.2.1").pk})).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert end(strict, of("192.0.2.1")).status_code == 403


def test_a_session_that_moves_is_followed(desk: Client) -> None:
    desk.get(reverse("lobby"), REMOTE_ADDR="192.0.2.9", headers={"user-agent": SAFARI})
    assert [(row.ip, row.user_agent) for row in UserSession.objects.all()] == [("192.0.2.9", SAFARI)]


def test_the_last_use_of_a_session_is_written_now_and_then(ada: User, django_assert_num_queries: Any) -> None:
    start = datetime.now(UTC)
    with time_machine.travel(start, tick=False) as clock:
        browser = signed_in(FIREFOX, "192.0.2.1")
        clock.shift(timedelta(minutes=4))
        browser.get(reverse("about"))
        assert of("192.0.2.1").last_seen_at == start
        clock.shift(timedelta(minutes=1))
        browser.get(reverse("about"))
        assert of("192.0.2.1").last_seen_at == start + timedelta(minutes=5)


def test_a_guest_is_not_followed(client: Client) -> None:
    client.force_login(new_guest())
    client.get(reverse("lobby"))
    assert not UserSession.objects.exists()


def test_the_scheduler_removes_sessions_that_are_over_and_where_they_were_used(desk: Client) -> None:
    chores.do_all()
    assert (Session.objects.count(), UserSession.objects.count()) == (1, 1)
    with time_machine.travel(datetime.now(UTC) + timedelta(days=366)):
        chores.do_all()
    assert (Session.objects.count(), UserSession.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome, Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15", "Safari, macOS"),
        ("curl/8.0", "an unknown browser"),
        ("", "an unknown browser"),
    ],
)
def test_browsers_are_named_for_people(agent: str, words: str) -> None:
    assert in_words(agent) == words


@pytest.mark.parametrize("address", ["/", "/sw.js", "/lobby/"])
def test_a_late_response_leaves_the_cookie_of_the_session_that_came_after(address: str, ada: User) -> None:
    browser = Client()
    browser.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    late = Client()
    late.cookies[settings.SESSION_COOKIE_NAME] = before = key_of(browser)
    sign_in(browser, "Ada")
    assert before not in ("", key_of(browser))
    assert not Session.objects.filter(pk=before).exists()
    assert settings.SESSION_COOKIE_NAME not in late.get(address).cookies


def test_signing_out_deletes_the_cookie(desk: Client) -> None:
    assert key_of(desk) != ""
    desk.post(reverse("account_logout"))
    assert key_of(desk) == ""


def key_of(browser: Client) -> str:
    cookie = browser.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


@pytest.mark.parametrize("name", ["\0abcdefgh", "ключключ", "a b c d e f", "'; --------", "short"])
def test_of_a_cookie_that_names_no_session_the_database_is_not_asked(
    name: str, django_assert_num_queries: Any
) -> None:
    """PostgreSQL answers a NUL with an error, which failed every page with such a cookie."""
    with django_assert_num_queries(0):
        assert import_module(settings.SESSION_ENGINE).SessionStore(name).get("anything") is None
