"""Each mail about an account is plain text and HTML, and both have the same link."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.accounts.test_signing_in import sign_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def confirmed(ada: User) -> User:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    return ada


def register(address: str) -> None:
    form = {"username": "Bob", "password1": PASSWORD, "email": address}
    Client().post(reverse("account_signup"), form)


def reset(address: str) -> None:
    Client().post(reverse("account_reset_password"), {"email": address})


def taken(address: str) -> None:
    """Send the mail that allauth sends to an address which a second account can't have."""
    context = {"email": address, "password_reset_url": reverse("account_reset_password")}
    with request_context(RequestFactory().get("/")):
        get_adapter().send_mail("account/email/account_already_exists", address, context)


def change(address: str) -> None:
    browser = Client()
    sign_in(browser, "Ada")
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    browser.post(reverse("account_email"), {"email": address, "action_add": ""})


def guess(address: str) -> None:
    for _ in range(6):
        sign_in(Client(REMOTE_ADDR="203.0.113.9"), "Ada", "wrong")


# By name: what is done with which address, the mail's heading, and the label of its button.
MAILS = [
    (register, "bob@example.org", "Confirm your email address", "Confirm this address"),
    (change, "new@example.org", "Confirm your email address", "Confirm this address"),
    (taken, "ada@example.org", "You are registered already", "Set a new password"),
    (reset, "ada@example.org", "Set a new password", "Set a new password"),
    (reset, "eve@example.org", "No account has this address", ""),
    (guess, "ada@example.org", "Somebody tries to sign in as you", "Passkeys, codes, sessions"),
]


@pytest.mark.parametrize(("act", "address", "head", "button"), MAILS)
def test_each_mail_of_an_account_is_html_too(
    confirmed: User, act: Callable[[str], None], address: str, head: str, button: str
) -> None:
    act(address)
    [letter] = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    [(html, kind)] = letter.alternatives
    assert (letter.to, kind) == ([address], "text/html")
    assert head in letter.subject
    assert f">{head}</h1>" in str(html)
    links = [line for line in letter.body.splitlines() if line.startswith("http")]
    assert len(links) == (1 if button else 0)
    assert all(f'href="{link}"' in str(html) for link in links)
    assert str(html).count(f">{button}</a>") == (1 if button else 0)


def test_an_id_names_the_senders_domain(settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "The Hatter <hatter@tea.example>"
    reset("eve@example.org")
    assert str(mail.outbox[0].message()["Message-ID"]).endswith("@tea.example>")


def test_one_address_has_so_many_mails_sent_to_whomever() -> None:
    for number in range(40):
        with time_machine.travel(datetime(2030, 1, 1, 12, number, tzinfo=UTC), tick=False):
            reset(f"victim{number}@example.org")
    assert len(mail.outbox) == 30


def test_nobody_gets_more_than_a_few_mails_in_an_hour_whatever_they_are_about(confirmed: User) -> None:
    for number in range(12):
        form = {"username": f"Bob {number}", "password1": PASSWORD, "email": "Ada@example.org"}
        with time_machine.travel(datetime(2030, 1, 1, 12, 4 * number, tzinfo=UTC), tick=False):
            Client(REMOTE_ADDR=f"203.0.113.{number}").post(reverse("account_signup"), form)
    assert len(mail.outbox) == 10
