"""Registering with the form, and who can't."""

from typing import Any, cast

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def register(browser: Client, name: str, **more: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("account_signup"), {"username": name, "password1": PASSWORD} | more)


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    answer = register(client, "Bob")
    assert answer.status_code == 302
    assert answer.url == reverse("offer_codes") + "?next=%2F"
    bob = User.objects.get(username="Bob")
    assert (bob.is_guest, bob.email, bob.name_key) == (False, "", "bob")
    assert client.session["_auth_user_id"] == str(bob.pk)
    assert mail.outbox == []


def test_an_address_is_asked_for_confirmation_by_mail(client: Client) -> None:
    register(client, "Bob", email="bob@example.org")
    assert [letter.to for letter in mail.outbox] == [["bob@example.org"]]
    assert mail.outbox[0].subject == "Unbirthday: Confirm your email address"
    link = next(line for line in mail.outbox[0].body.splitlines() if line.startswith("http"))
    page = client.get(link)
    assert page.status_code == 200
    assert "bob@example.org" in page.content.decode()
    client.post(link)
    assert EmailAddress.objects.get(user=User.objects.get()).verified


@pytest.mark.parametrize(
    ("language", "head", "button"),
    [
        ("en", "Confirm your email address", "Confirm this address"),
        ("fr", "Confirmez votre adresse e-\N{WORD JOINER}mail", "Confirmer cette adresse"),
    ],
)
def test_the_mail_for_an_address_has_a_button_beside_its_plain_text(
    language: str, head: str, button: str
) -> None:
    register(Client(headers={"accept-language": language}), "Bob", email="bob@example.org")
    letter = mail.outbox[0]
    html, kind = cast(Any, letter).alternatives[0]
    link = next(line for line in letter.body.splitlines() if line.startswith("http"))
    assert kind == "text/html"
    assert f'<html lang="{language}">' in html
    assert f'href="{link}"' in html
    assert head in html and button in html
    assert head in letter.subject


@pytest.mark.parametrize("name", ["ada", "ADA", "Аda", "Ａｄａ", "АԀА", "Ad\u200ba", "ᴀda", " Ada "])
def test_a_look_alike_of_a_taken_name_is_refused(client: Client, ada: User, name: str) -> None:
    answer = register(client, name)
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["admin", "March Hare", "D0rmouse", "Unbirthday", "The Bot"])
def test_a_reserved_name_is_refused(client: Client, name: str) -> None:
    assert register(client, name).context["form"].errors["username"] == ["This name belongs to the site."]


def test_a_fullwidth_name_is_stored_plainly(client: Client) -> None:
    register(client, "Ｂｏｂ")
    assert User.objects.get().username == "Bob"


@pytest.mark.parametrize("password", ["", "short", "password123", "Bob Bob Bob"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    answer = client.post(reverse("account_signup"), {"username": "Bob Bob Bob", "password1": password})
    assert "password1" in answer.context["form"].errors
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "garbage", [{}, {"username": "\0"}, {"username": "x" * 10000}, {"username": ["a", "b"], "email": "@"}]
)
def test_garbage_registers_nobody(client: Client, garbage: dict[str, str]) -> None:
    assert client.post(reverse("account_signup"), {"password1": PASSWORD} | garbage).status_code == 200
    assert not User.objects.exists()


def test_registering_needs_the_sites_own_form() -> None:
    assert register(Client(enforce_csrf_checks=True), "Bob").status_code == 403
    assert not User.objects.exists()


def test_registrations_from_one_address_are_limited(client: Client) -> None:
    for number in range(20):
        register(Client(), f"Bob {number}")
    answer = register(client, "Carol")
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()
    assert not User.objects.filter(username="Carol").exists()


def test_a_member_who_opens_sign_up_is_sent_to_the_preferences(adas: Client) -> None:
    answer = adas.get(reverse("account_signup"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("preferences")


def test_signing_up_does_not_tell_whether_an_address_is_registered(ada: User) -> None:
    registered_address = EmailAddress.objects.create(
        user=ada, email="ada@example.org", verified=True, primary=True
    )
    answers = []
    for name, address in (("Bob", "ada@example.org"), ("Rob", "new@example.org")):
        page = register(Client(), name, email=address)
        answers.append((page.status_code, page.url, len(mail.outbox)))
        mail.outbox.clear()
    assert answers[0] == answers[1]
    # It stays with the member who confirmed it.
    assert EmailAddress.objects.get(email="ada@example.org", verified=True) == registered_address
    assert not EmailAddress.objects.get(email="ada@example.org", verified=False).verified


def test_each_of_two_people_with_one_address_is_asked_to_confirm_it() -> None:
    for name in ("Bob", "Eve"):
        form = {"username": name, "password1": PASSWORD, "email": "tea@example.org"}
        assert Client().post(reverse("account_signup"), form).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["tea@example.org"]] * 2


def test_a_guest_who_registers_is_not_told_either(ada: User, client: Client) -> None:
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    client.post("/play-now/")
    page = client.post(
        reverse("register_guest"), {"username": "Bob", "password1": PASSWORD, "email": "ada@example.org"}
    )
    assert page.status_code == 302
    assert not User.objects.get(username="Bob").is_guest


def test_a_host_whose_encoded_name_is_too_long_is_refused_before_anything_is_stored(client: Client) -> None:
    address = f"bob@{'é' * 60}.fr"
    answer = register(client, "Bob", email=address)
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    assert not User.objects.exists()
    assert client.post(reverse("account_reset_password"), {"email": address}).status_code == 200
