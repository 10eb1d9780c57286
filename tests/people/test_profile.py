"""Profile pages are found in upper and lower case, and their policy allows no scripts."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import new_guest
from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_any_case_of_the_name_leads_to_the_one_page(client: Client, ada: User) -> None:
    for name in ("ada", "ADA", "Аda", "Ａda"):
        assert client.get(reverse("profile", args=[name]))["Location"] == "/@Ada/"


def test_nobodys_page_is_missing(client: Client, ada: User) -> None:
    User.objects.create_user("Gone", is_active=False)
    for path in ("/@Eve/", "/@%00/", "/@Gone/", "/@" + "x" * 5000 + "/", "/@%F0%9F%98%80/"):
        assert client.get(path).status_code == 404


PAGES = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
OWN_PAGES = [
    "preferences",
    "account_change_password",
    "account_email",
    "account_logout",
    "account_reauthenticate",
]


@pytest.mark.parametrize("page", [*PAGES, *OWN_PAGES])
def test_every_page_is_shown_in_both_languages_without_inline_script_or_style(
    client: Client, adas: Client, page: str
) -> None:
    for language in ("en", "fr"):
        answer = (adas if page in OWN_PAGES else client).get(
            reverse(page), headers={"accept-language": language}
        )
        html = answer.content.decode()
        assert answer.status_code == 200
        assert html.count("<h1>") == 1
        assert "style=" not in html
        assert "<style" not in html
        assert html.count("<script") == len(re.findall(r"<script[^>]* src=", html))


def test_the_host_adds_and_renames_people_under_the_same_rules(client: Client, ada: User) -> None:
    client.force_login(User.objects.create_superuser("Host", password=PASSWORD))
    new = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert client.post("/admin/accounts/user/add/", new | {"username": "ADA"}).status_code == 200
    assert client.post("/admin/accounts/user/add/", new | {"username": "Bob"}).status_code == 302
    bob = User.objects.get(username="Bob")
    assert bob.name_key == "bob"
    data = {"username": "Robert", "emailaddress_set-TOTAL_FORMS": "0", "emailaddress_set-INITIAL_FORMS": "0"}
    assert client.post(f"/admin/accounts/user/{bob.pk}/change/", data).status_code == 302
    assert User.objects.get(pk=bob.pk).name_key == "robert"
    assert client.get("/admin/accounts/user/", {"is_guest__exact": "1", "q": "rob"}).status_code == 200


def test_a_guest_has_a_page_with_a_history(client: Client, ada: User) -> None:
    for person, words in ((ada, "Member since"), (new_guest(), "Guest since")):
        page = client.get(person.get_absolute_url())
        assert page.status_code == 200
        assert f"<h1>{person.username}</h1>" in page.content.decode()
        assert words in page.content.decode()
