"""Preferences: name, language and colours; and changing the language from any page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import new_guest
from accounts.models import User

pytestmark = pytest.mark.django_db


def prefer(browser: Client, **chosen: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("preferences"), {"username": "Ada", "language": "", "theme": ""} | chosen)


def language_of(browser: Client, **headers: str) -> str:
    return browser.get(reverse("account_reset_password"), headers=headers).headers["Content-Language"]


def test_a_new_name_is_kept_and_the_old_one_is_free(adas: Client, ada: User) -> None:
    assert prefer(adas, username="Countess").url == reverse("preferences")
    changed = User.objects.get(pk=ada.pk)
    assert (changed.username, changed.name_key) == ("Countess", "countess")
    assert User.objects.named("Ada") is None


def test_one_may_change_the_case_of_ones_own_name(adas: Client, ada: User) -> None:
    prefer(adas, username="ADA")
    assert User.objects.get(pk=ada.pk).username == "ADA"


@pytest.mark.parametrize("name", ["BOB", "Ｂ0b", "Dodo", "", "\0", "x" * 100, "Ad\u200ba"])
def test_a_name_that_cannot_be_had_is_refused(adas: Client, ada: User, name: str) -> None:
    User.objects.create_user("Bob")
    answer = prefer(adas, username=name)
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert User.objects.get(pk=ada.pk).username == "Ada"


def test_each_group_of_pages_has_one_heading(adas: Client) -> None:
    page = adas.get(reverse("preferences")).content.decode()
    headings = re.findall("<h2>(.*?)</h2>", page)
    assert {"Account", "Messages", "Matches"} <= set(headings)
    assert len(headings) == len(set(headings))


def test_the_preferred_language_goes_before_cookie_and_browser(adas: Client, ada: User) -> None:
    prefer(adas, language="fr")
    assert User.objects.get(pk=ada.pk).language == "fr"
    adas.cookies["django_language"] = "en"
    assert language_of(adas, accept_language="en") == "fr"


def test_the_browser_decides_for_who_has_no_preference(client: Client, adas: Client) -> None:
    assert language_of(client, accept_language="fr") == "fr"
    assert language_of(adas, accept_language="fr") == "fr"
    prefer(adas, language="fr")
    prefer(adas, language="")
    assert language_of(adas, accept_language="en") == "en"


def test_one_persons_language_is_not_the_next_ones(adas: Client, client: Client) -> None:
    prefer(adas, language="fr")
    assert language_of(adas) == "fr"
    assert language_of(client) == "en"


def test_the_theme_is_kept_in_a_cookie(adas: Client) -> None:
    assert prefer(adas, theme="dark").cookies["theme"].value == "dark"
    assert 'data-theme="dark"' in adas.get(reverse("preferences")).content.decode()
    prefer(adas, theme="")
    assert "data-theme" not in adas.get(reverse("preferences")).content.decode()


def test_the_speed_of_moves_is_kept_in_a_cookie_also_for_guests(client: Client, adas: Client) -> None:
    guest = new_guest()
    client.force_login(guest)
    for browser, name in ((adas, "Ada"), (client, guest.username)):
        prefer(browser, username=name, speed="quick")
        assert 'data-speed="quick"' in browser.get(reverse("preferences")).content.decode()
        prefer(browser, username=name, speed="")
        assert "data-speed" not in browser.get(reverse("preferences")).content.decode()


@pytest.mark.parametrize(
    "garbage", [{"language": "xx"}, {"theme": "'\"><script>"}, {"language": "\0"}, {"speed": "never"}]
)
def test_garbage_is_refused(adas: Client, garbage: dict[str, str]) -> None:
    assert prefer(adas, **garbage).status_code == 200
    assert "<script>" not in adas.get(reverse("preferences")).content.decode().split("</head>")[1]


def test_a_guest_prefers_a_language_and_another_name(client: Client) -> None:
    guest = new_guest()
    client.force_login(guest)
    prefer(client, username="Eve", language="fr")
    same = User.objects.get(pk=guest.pk)
    assert (same.username, same.language, same.is_guest) == ("Eve", "fr", True)


def test_a_stranger_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(reverse("preferences"))["Location"] == reverse("account_login") + "?next=/preferences/"


def test_preferences_need_the_sites_own_form(ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert prefer(strict, username="Eve").status_code == 403
    assert strict.post(reverse("set_language"), {"language": "fr"}).status_code == 403


def test_changing_the_language_keeps_it_for_stranger_and_member(
    client: Client, adas: Client, ada: User
) -> None:
    for browser in (client, adas):
        answer = browser.post(reverse("set_language"), {"language": "fr", "next": "/about/"})
        assert answer["Location"] == "/about/"
        assert language_of(browser) == "fr"
    assert User.objects.get(pk=ada.pk).language == "fr"


@pytest.mark.parametrize(
    "outside",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "http:///evil"],
)
def test_changing_the_language_leads_nowhere_else(client: Client, outside: str) -> None:
    assert client.post(reverse("set_language"), {"language": "fr", "next": outside})["Location"] == reverse(
        "home"
    )


@pytest.mark.parametrize("language", ["xx", "", "fr\r\nX: y", "../fr", "\0"])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    assert client.post(reverse("set_language"), {"language": language}).status_code == 302
    assert "django_language" not in client.cookies


def test_a_link_cannot_change_the_language(client: Client) -> None:
    assert client.get(reverse("set_language"), {"language": "fr"}).status_code == 405


@pytest.mark.parametrize(
    "value",
    [
        *(
            "lobby",
            "preferences",
            "x",
            "nosuchview",
            "",
            " ",
            "http://[",
            "//evil.example",
            "https://evil.example/",
        ),
        *(
            "javascript:alert(1)",
            "/\\evil.example",
            "\n",
            "http://testserver:port/",
            "é",
            "?",
            "#",
            "x" * 9_000,
        ),
    ],
)
def test_a_language_is_set_wherever_the_form_asks_to_go(client: Client, value: str) -> None:
    answer = client.post(reverse("set_language"), {"language": "fr", "next": value})
    assert answer.status_code == 302
    assert answer["Location"] == "/"
    assert client.cookies["django_language"].value == "fr"


def test_a_path_of_this_site_is_gone_on_to(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "fr", "next": "/lobby/?a=é"})
    assert answer["Location"] == "/lobby/?a=%C3%A9"


@pytest.mark.parametrize("page", ["account_login", "account_signup"])
@pytest.mark.parametrize("value", ["http://[", "nosuchview", "//[", "http://testserver:port/"])
def test_no_page_falls_over_where_it_is_to_lead_on(client: Client, page: str, value: str) -> None:
    assert client.get(reverse(page), {"next": value}).status_code == 200
    assert client.post(reverse(page), {"next": value, "login": "x", "password": "y"}).status_code == 200
