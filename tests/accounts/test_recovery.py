"""Recovery codes replace a lost password. They are offered to members without an address, work once, and can't be
guessed."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from accounts.guests import new_guest
from accounts.models import User
from tests.accounts.test_passwords import NEW, is_in
from tests.accounts.test_registering import register
from tests.accounts.test_signing_in import loop, opened, settle, sign_in, who  # noqa: F401
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
OFFER = "/accounts/safety/codes/offer/?next=%2F"


@pytest.fixture
def codes(ada: User) -> list[str]:
    unused_codes: list[str] = RecoveryCodes.activate(ada).get_unused_codes()
    return unused_codes


def recover(browser: Client, name: str, code: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("recover"), {"username": name, "code": code})


def set_new(browser: Client, password: str = NEW):  # type: ignore[no-untyped-def]
    return browser.post(reverse("recover_password"), {"password1": password, "password2": password})


def test_a_new_member_without_an_address_is_offered_codes_once(client: Client) -> None:
    assert register(client, "Bob").url == OFFER
    assert client.get(OFFER).status_code == 200
    assert client.post(OFFER, {"next": "/lobby/"})["Location"] == "/lobby/"
    assert client.get(OFFER)["Location"] == "/"
    assert not Authenticator.objects.exists()
    client.logout()
    assert sign_in(client, "Bob").url == reverse("home")


def test_an_accepted_offer_shows_ten_codes_and_goes_on(client: Client) -> None:
    register(client, "Bob", next="/rules/")
    page = client.post(OFFER, {"make": "yes", "next": "/rules/"}, follow=True)
    assert len(page.context["unused_codes"]) == 10
    assert all(len(code) == 10 for code in page.context["unused_codes"])
    assert 'href="/rules/"' in page.content.decode()
    saved = client.get(reverse("mfa_download_recovery_codes"))
    assert "attachment" in saved["Content-Disposition"]
    assert all(code in saved.content.decode() for code in page.context["unused_codes"])


def test_a_guest_who_registers_without_an_address_is_offered_codes(client: Client) -> None:
    client.force_login(new_guest())
    answer = client.post(reverse("register_guest"), {"username": "Bob", "password1": PASSWORD})
    assert answer["Location"] == OFFER
    assert client.get(OFFER).status_code == 200


def test_a_new_member_with_an_address_is_not_asked(client: Client) -> None:
    assert register(client, "Bob", email="bob@example.org").url == reverse("home")


def test_the_offer_is_for_nobody_else_and_leads_nowhere_else(adas: Client, client: Client) -> None:
    assert adas.post(OFFER, {"make": "yes"})["Location"] == "/"
    assert adas.get("/accounts/safety/codes/offer/?next=//evil.example")["Location"] == reverse("home")
    assert client.get(OFFER)["Location"].startswith(reverse("account_login"))
    assert not Authenticator.objects.exists()


def test_the_offer_ends_for_who_walks_away_from_it(client: Client) -> None:
    with time_machine.travel(datetime(2026, 3, 2, tzinfo=UTC), tick=False) as clock:
        register(client, "Bob")
        clock.shift(timedelta(minutes=16))
        assert client.get(OFFER)["Location"] == "/"
        assert client.post(OFFER, {"make": "yes", "next": "/lobby/"})["Location"] == "/lobby/"
    assert not Authenticator.objects.exists()


def test_a_member_makes_codes_later_too(adas: Client, ada: User) -> None:
    adas.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = adas.post(reverse("mfa_generate_recovery_codes"), follow=True)
    first = page.context["unused_codes"]
    second = adas.post(reverse("mfa_generate_recovery_codes"), follow=True).context["unused_codes"]
    assert len(first) == len(second) == 10
    assert not set(first) & set(second)


def test_codes_alone_ask_for_nothing_at_sign_in(client: Client, ada: User, codes: list[str]) -> None:
    assert sign_in(client, "Ada").url == reverse("home")


def test_a_code_sets_a_new_password_and_ends_every_other_session(
    client: Client, adas: Client, ada: User, codes: list[str]
) -> None:
    assert is_in(adas)
    assert recover(client, "ada", codes[0]).url == reverse("recover_password")
    assert who(client) is None
    assert client.get(reverse("recover_password")).status_code == 200
    assert set_new(client).url == reverse("home")
    assert who(client) == str(ada.pk)
    assert not is_in(adas)
    assert User.objects.get().check_password(NEW)
    assert "Recovery codes left: 9." in client.get(reverse("lobby")).content.decode()


def test_every_socket_closes_with_the_old_password(
    client: Client,
    ada: User,
    codes: list[str],
    loop: asyncio.AbstractEventLoop,  # noqa: F811
    django_capture_on_commit_callbacks: Any,
) -> None:
    own = opened(ada)
    recover(client, "Ada", codes[0])
    with django_capture_on_commit_callbacks(execute=True):
        set_new(client)
    settle(loop)
    assert own.closed == 4401


def test_a_code_works_once(client: Client, ada: User, codes: list[str]) -> None:
    recover(client, "Ada", codes[0])
    assert recover(Client(), "Ada", codes[0]).status_code == 200
    assert recover(Client(), "Ada", f"{codes[1][:5]} {codes[1][5:]}").status_code == 302


def test_the_new_password_is_set_once_and_not_a_weak_one(client: Client, ada: User, codes: list[str]) -> None:
    recover(client, "Ada", codes[0])
    assert set_new(client, "short").context["form"].errors
    assert set_new(client).status_code == 302
    client.logout()
    assert set_new(client, "another password yet").url == reverse("recover")
    assert User.objects.get().check_password(NEW)


def test_it_is_over_after_a_quarter_of_an_hour(client: Client, ada: User, codes: list[str]) -> None:
    now = datetime.now(UTC)
    with time_machine.travel(now, tick=False) as clock:
        recover(client, "Ada", codes[0])
        clock.shift(timedelta(minutes=15, seconds=1))
        assert client.get(reverse("recover_password"))["Location"] == reverse("recover")
        assert set_new(client).url == reverse("recover")
    assert User.objects.get().check_password(PASSWORD)


def test_it_is_over_when_the_password_is_changed_elsewhere(
    client: Client, ada: User, codes: list[str]
) -> None:
    recover(client, "Ada", codes[0])
    ada.set_password("changed meanwhile by Ada")
    ada.save()
    assert set_new(client).url == reverse("recover")
    assert User.objects.get().check_password("changed meanwhile by Ada")


def test_a_second_factor_is_asked_for_all_the_same(client: Client, ada: User, codes: list[str]) -> None:
    TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    recover(client, "Ada", codes[0])
    assert set_new(client).url == reverse("mfa_authenticate")
    assert who(client) is None
    client.post(reverse("mfa_authenticate"), {"code": codes[1]})
    assert who(client) == str(ada.pk)


@pytest.mark.parametrize("name", ["Ada", "Nobody", "", "\0", "x" * 500])
@pytest.mark.parametrize("code", ["0000000000", "", "\0", "é" * 10, "9" * 500])
def test_a_wrong_name_or_code_opens_nothing(
    client: Client, ada: User, codes: list[str], name: str, code: str
) -> None:
    assert recover(client, name, code).status_code == 200
    assert client.get(reverse("recover_password"))["Location"] == reverse("recover")


def test_an_unknown_name_is_answered_like_a_wrong_code(client: Client, ada: User, codes: list[str]) -> None:
    answer, answer_to_unknown = recover(client, "Ada", "1234567890"), recover(client, "Eve", "1234567890")
    assert answer.context["form"].errors == answer_to_unknown.context["form"].errors


def test_an_account_that_was_shut_stays_shut(client: Client, ada: User, codes: list[str]) -> None:
    User.objects.update(is_active=False)
    assert recover(client, "Ada", codes[0]).status_code == 200


def test_guessing_codes_is_limited_by_name(ada: User, codes: list[str]) -> None:
    for name in ("Ada", "ada", "ADA", "Аda", "aDA"):
        assert recover(Client(), name, "0000000000").status_code == 200
    assert recover(Client(), "Ada", codes[0]).status_code == 429
    assert recover(Client(), "Ben", codes[0]).status_code == 200


def test_a_member_who_is_signed_in_needs_no_code(adas: Client) -> None:
    assert adas.get(reverse("recover"))["Location"] == reverse("mfa_index")


def test_a_guest_is_warned_and_may_use_a_code(client: Client, ada: User, codes: list[str]) -> None:
    guest = new_guest()
    client.force_login(guest)
    assert guest.username in client.get(reverse("recover")).content.decode()
    recover(client, "Ada", codes[0])
    set_new(client)
    assert who(client) == str(ada.pk)


def test_the_page_for_a_lost_password_shows_the_way(client: Client) -> None:
    assert reverse("recover") in client.get(reverse("account_reset_password")).content.decode()
