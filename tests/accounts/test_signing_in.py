"""Signing in and out: names in any case, few wrong passwords, and no sockets left open."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.guests import new_guest
from accounts.models import User
from games.sockets import hub
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(browser: Client, name: str, password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("account_login"), {"login": name, "password": password} | more)


def who(browser: Client) -> str | None:
    return browser.session.get("_auth_user_id")


@pytest.mark.parametrize("name", ["Ada", "ada", "ADA", "Аdа", "Ａｄａ", " ada "])
def test_any_case_or_look_alike_of_the_name_signs_in(client: Client, ada: User, name: str) -> None:
    assert sign_in(client, name).url == reverse("home")
    assert who(client) == str(ada.pk)


def test_the_session_lasts_a_year(client: Client, ada: User) -> None:
    sign_in(client, "Ada")
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 3600


@pytest.mark.parametrize("name", ["Ada", "Nobody", "x" * 24, "\0", "", "' OR 1=1"])
def test_a_wrong_password_or_name_signs_nobody_in(client: Client, ada: User, name: str) -> None:
    answer = sign_in(client, name, "wrong")
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert who(client) is None


def test_an_unknown_name_is_answered_like_a_wrong_password(client: Client, ada: User) -> None:
    answer, answer_to_unknown = sign_in(client, "Ada", "wrong"), sign_in(client, "Eve", "wrong")
    assert answer.context["form"].errors == answer_to_unknown.context["form"].errors


def test_the_sixth_wrong_password_is_refused_until_time_has_passed(ada: User) -> None:
    with time_machine.travel("2030-01-01T12:00Z", tick=False) as clock:
        for name in ("Ada", "ada", "ADA", "Аda", "aDA"):
            assert sign_in(Client(), name, "wrong").status_code == 200
        refused = sign_in(Client(), "adA", "wrong")
        assert refused.status_code == 429
        assert "Too many wrong passwords. Wait a few minutes, then try again." in refused.content.decode()
        locked_out = Client()
        assert sign_in(locked_out, "Ada").status_code == 429
        assert who(locked_out) is None
        clock.shift(timedelta(minutes=5, seconds=1))
        assert sign_in(locked_out, "Ada").status_code == 302
        assert who(locked_out) == str(ada.pk)


def test_wrong_passwords_for_one_account_leave_others_alone(ada: User) -> None:
    User.objects.create_user("Bob", password=PASSWORD)
    for _ in range(6):
        sign_in(Client(), "Ada", "wrong")
    assert sign_in(Client(), "Bob").status_code == 302


def test_attempts_from_one_address_are_limited_over_all_accounts(ada: User) -> None:
    with time_machine.travel("2030-01-01T12:00Z", tick=False) as clock:
        for number in range(20):
            assert sign_in(Client(), f"Nobody {number}", "wrong").status_code == 200
        assert sign_in(Client(), "Ada").status_code == 429
        assert Client(REMOTE_ADDR="10.0.0.9").post(
            reverse("account_login"), {"login": "Ada", "password": PASSWORD}
        ).status_code == 302  # fmt: skip
        clock.shift(timedelta(minutes=10, seconds=1))
        assert sign_in(Client(), "Ada").status_code == 302


def test_a_closed_account_signs_nobody_in(client: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert sign_in(client, "Ada").url == reverse("account_inactive")
    assert client.get(reverse("account_inactive")).status_code == 200
    assert who(client) is None


def test_after_signing_in_one_is_sent_on_within_the_site_only(ada: User) -> None:
    assert sign_in(Client(), "Ada", next="/about/").url == "/about/"
    for outside in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"):
        assert sign_in(Client(), "Ada", next=outside).url == reverse("home")


def test_signing_in_and_out_needs_the_sites_own_form(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert sign_in(strict, "Ada").status_code == 403
    strict.force_login(ada)
    assert strict.post(reverse("account_logout")).status_code == 403
    assert who(strict) == str(ada.pk)


def test_signing_out_takes_a_post(adas: Client, ada: User) -> None:
    assert adas.get(reverse("account_logout")).status_code == 200
    assert who(adas) == str(ada.pk)
    assert adas.post(reverse("account_logout"))["Location"] == reverse("home")
    assert who(adas) is None


def test_a_guest_is_warned_and_may_sign_in(client: Client, ada: User) -> None:
    guest = new_guest()
    client.force_login(guest)
    page = client.get(reverse("account_login")).content.decode()
    assert f"You play as the guest {guest.username}" in page
    assert reverse("register_guest") in page
    assert sign_in(client, "Ada").status_code == 302
    assert who(client) == str(ada.pk)
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_member_who_opens_sign_in_is_sent_on(adas: Client) -> None:
    assert adas.get(reverse("account_login"), {"next": "/about/"})["Location"] == "/about/"


def test_the_admin_has_no_sign_in_of_its_own(client: Client, ada: User) -> None:
    assert client.get("/admin/login/")["Location"].startswith(reverse("account_login"))


class Socket:
    """The attributes of an open socket that the hub uses."""

    def __init__(self, person: int) -> None:
        self.person_id = person
        self.closed: int | None = None

    async def close(self, code: int) -> None:
        self.closed = code


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    before, hub.loop = hub.loop, loop
    yield loop
    hub.loop = before
    hub.sockets.clear()
    loop.close()


def opened(person: User) -> Socket:
    socket = Socket(person.pk)
    hub.sockets.add(socket)  # type: ignore[arg-type]
    return socket


def settle(loop: asyncio.AbstractEventLoop) -> None:
    async def rounds() -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    loop.run_until_complete(rounds())


def test_signing_out_closes_ones_sockets_and_nobody_elses(
    adas: Client, ada: User, loop: asyncio.AbstractEventLoop, django_capture_on_commit_callbacks: Any
) -> None:
    own, others = opened(ada), opened(new_guest())
    with django_capture_on_commit_callbacks(execute=True):
        adas.post(reverse("account_logout"))
    settle(loop)
    assert (own.closed, others.closed) == (4401, None)


def test_changing_the_password_closes_ones_sockets(
    adas: Client, ada: User, loop: asyncio.AbstractEventLoop, django_capture_on_commit_callbacks: Any
) -> None:
    own = opened(ada)
    new = "jam tomorrow, jam yesterday"
    with django_capture_on_commit_callbacks(execute=True):
        adas.post(
            reverse("account_change_password"),
            {"oldpassword": PASSWORD, "password1": new, "password2": new},
        )
    settle(loop)
    assert own.closed == 4401


def test_a_guest_who_signs_in_or_registers_leaves_no_socket_behind(
    ada: User, loop: asyncio.AbstractEventLoop, django_capture_on_commit_callbacks: Any
) -> None:
    guests = [new_guest(), new_guest()]
    sockets = [opened(guest) for guest in guests]
    browsers = [Client(), Client()]
    for browser, guest in zip(browsers, guests, strict=True):
        browser.force_login(guest)
    with django_capture_on_commit_callbacks(execute=True):
        sign_in(browsers[0], "Ada")
        browsers[1].post(reverse("register_guest"), {"username": "Bob", "password1": PASSWORD})
    settle(loop)
    assert [socket.closed for socket in sockets] == [4401, 4401]


def test_being_seen_is_noted_once_a_minute(client: Client, ada: User) -> None:
    with time_machine.travel("2030-01-01T12:00Z", tick=False) as clock:
        client.force_login(ada)
        client.get(reverse("preferences"))
        first = timezone.now()
        clock.shift(timedelta(seconds=59))
        client.get(reverse("preferences"))
        assert User.objects.get(pk=ada.pk).last_seen == first
        clock.shift(timedelta(seconds=1))
        client.get(reverse("preferences"))
        assert User.objects.get(pk=ada.pk).last_seen == first + timedelta(minutes=1)


@pytest.mark.parametrize("value", ["-1", "nosuchview", "lobby", "{}", "http://[", "<script>"])
def test_no_member_and_no_guest_is_led_on_to_what_is_no_path(adas: Client, value: str) -> None:
    """Django's `redirect` takes such a word for the name of a view and raises an error if there is none."""
    assert adas.get(reverse("account_login"), {"next": value})["Location"] == reverse("home")
    client = Client()
    client.force_login(new_guest())
    answer = client.post(reverse("register_guest"), {"username": "Bea", "password1": PASSWORD, "next": value})
    assert answer.status_code == 302
    assert value not in answer["Location"].split("=")
