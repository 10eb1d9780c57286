"""A message is in the language of the page that shows it, also if signing in or out changes the language."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.test_passwords import reset_link, set_new
from tests.accounts.test_signing_in import sign_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def french(ada: User) -> User:
    """Return a person who reads French, in an English browser."""
    User.objects.filter(pk=ada.pk).update(language="fr")
    return ada


def shown(browser: Client) -> str:
    return unescape(browser.get("/").content.decode())


def test_whoever_signs_in_is_greeted_in_their_own_language(client: Client, french: User) -> None:
    sign_in(client, "Ada")
    assert "Vous jouez maintenant sous le nom Ada." in shown(client)


def test_a_new_password_is_confirmed_in_its_persons_language(client: Client, french: User) -> None:
    set_new(client, reset_link(client, "ada@example.org"))
    page = shown(client)
    assert "Votre mot de passe est changé." in page
    assert "Your password" not in page


def test_signing_out_keeps_the_language_of_its_message(client: Client, french: User) -> None:
    sign_in(client, "Ada")
    client.post(reverse("account_logout"))
    page = shown(client)
    assert '<html lang="fr"' in page
    assert "Votre session est fermée." in page


def test_a_deleted_account_leaves_the_language_of_its_message(client: Client, french: User) -> None:
    sign_in(client, "Ada")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("delete_account"), {"username": "Ada"})
    page = shown(client)
    assert '<html lang="fr"' in page
    assert "Votre compte est supprimé." in page
