"""Wrong passwords can't lock out the owner of a name. Attempts are counted by address and name with growing delays, a
known browser has its own count, and the owner is notified."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import attempts
from accounts.models import User
from tests.accounts.test_recovery import recover
from tests.accounts.test_second_factor import SECRET, code, second
from tests.accounts.test_signing_in import sign_in, who
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
ELSEWHERE = "192.0.2.66"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2030-01-01T12:00:10Z", tick=False) as still:
        yield still


def guess(count: int, address: str = ELSEWHERE, name: str = "Ada") -> list[int]:
    return [sign_in(Client(REMOTE_ADDR=address), name, "wrong").status_code for _ in range(count)]


def known_browser(person: User) -> Client:
    """Return a browser in which the member was signed in before."""
    browser = Client()
    browser.force_login(person)
    browser.get("/about/")
    browser.cookies.pop("sessionid")
    return browser


def test_wrong_passwords_from_elsewhere_keep_nobody_out(ada: User) -> None:
    assert guess(6)[-1] == 429
    browser = Client()
    assert sign_in(browser, "Ada").status_code == 302
    assert who(browser) == str(ada.pk)


def test_a_known_browser_is_kept_out_by_no_guesses_from_its_own_address(ada: User) -> None:
    browser = known_browser(ada)
    assert guess(21, "127.0.0.1")[-1] == 429
    assert sign_in(Client(), "Ada").status_code == 429
    assert sign_in(browser, "Ada").status_code == 302


def test_a_known_browser_is_known_for_its_own_people_alone(ada: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    browser = known_browser(ada)
    assert guess(5, "127.0.0.1", "Bob")[-1] == 200
    assert sign_in(browser, "Bob").status_code == 429
    browser.force_login(bob)
    browser.get("/about/")
    browser.cookies.pop("sessionid")
    assert guess(6, "127.0.0.1", "Ada")[-1] == 429
    assert [sign_in(browser, name).status_code for name in ("Bob",)] == [302]


def test_a_known_browser_guesses_not_for_ever_either(ada: User) -> None:
    browser = known_browser(ada)
    assert [sign_in(browser, "Ada", "wrong").status_code for _ in range(21)][-2:] == [200, 429]


@pytest.mark.parametrize("cookie", ["x", "a:b:c", "W10:1uZ:xyz", "é", "'", "0" * 9_000])
def test_a_cookie_of_ones_own_making_is_not_known(ada: User, cookie: str) -> None:
    guess(6, "127.0.0.1")
    browser = Client()
    browser.cookies[attempts.COOKIE] = cookie
    assert sign_in(browser, "Ada").status_code == 429


def test_a_guest_leaves_no_known_browser(client: Client) -> None:
    client.post("/play-now/")
    client.get("/about/")
    assert attempts.COOKIE not in client.cookies


def test_continued_guesses_wait_for_minutes_then_for_an_hour_then_for_a_day(
    ada: User, clock: time_machine.Traveller
) -> None:
    assert guess(6)[-2:] == [200, 429]
    clock.shift(5 * 60 + 1)
    assert guess(6)[-2:] == [200, 429]
    clock.shift(5 * 60 + 1)
    assert guess(1) == [429]
    clock.shift(3600)
    assert guess(5)[-1] == 200
    clock.shift(5 * 60 + 1)
    assert guess(5)[-1] == 200
    clock.shift(2 * 3600)
    assert guess(1) == [429]
    clock.shift(24 * 3600)
    assert guess(1) == [200]


def test_the_owner_is_told_once_in_their_language(ada: User, clock: time_machine.Traveller) -> None:
    User.objects.update(language="fr")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    guess(5)
    assert mail.outbox == []
    guess(3)
    guess(6, "192.0.2.67")
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "se connecter" in letter.subject
    assert ELSEWHERE in letter.body
    assert "http://localhost:8000/accounts/safety/" in letter.body
    clock.shift(25 * 3600)
    guess(6)
    assert len(mail.outbox) == 2


def test_an_address_that_nobody_has_confirmed_is_told_nothing(ada: User) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=False, primary=True)
    guess(8)
    assert mail.outbox == []


def test_wrong_codes_from_elsewhere_keep_nobody_out(ada: User, clock: time_machine.Traveller) -> None:
    TOTP.activate(ada, SECRET)
    thief, owner = Client(REMOTE_ADDR=ELSEWHERE), Client()
    sign_in(thief, "Ada")
    for _ in range(6):
        answer = second(thief, "000000")
    assert "Too many" in answer.content.decode()
    sign_in(owner, "Ada")
    assert second(owner, code()).status_code == 302
    assert who(owner) == str(ada.pk)
    assert who(thief) is None


def test_wrong_recovery_codes_from_elsewhere_keep_nobody_out(ada: User) -> None:
    held = RecoveryCodes.activate(ada).get_unused_codes()
    thief = Client(REMOTE_ADDR=ELSEWHERE)
    assert [recover(thief, "Ada", "0000000000").status_code for _ in range(6)][-1] == 429
    assert recover(Client(), "Ada", held[0]).url == reverse("recover_password")


def test_many_guesses_at_other_names_make_nothing_forgotten(ada: User) -> None:
    """Without Valkey the counts are kept in the process, and Django would keep only the newest 300."""
    assert guess(6)[-1] == 429
    for number in range(400):
        cache.set(f"another-name-{number}", [0])
    assert guess(1) == [429]


def test_nobodys_post_is_filled_with_links_to_a_new_password(
    ada: User, clock: time_machine.Traveller
) -> None:
    for number in range(24):
        Client(REMOTE_ADDR=f"192.0.2.{number}").post(reverse("account_reset_password"), {"email": ada.email})
        clock.shift(60)
    assert len(mail.outbox) == 10
