"""Passwords are changed with the old one, and reset by mail. Both end all other sessions."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import tokens
from accounts.admin import PasswordForm
from accounts.guests import new_guest
from accounts.models import User
from tests.accounts.test_signing_in import sign_in, who
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "jam tomorrow, jam yesterday"


def is_in(browser: Client) -> bool:
    return browser.get(reverse("preferences")).status_code == 200


def change(browser: Client, old: str, new: str = NEW):  # type: ignore[no-untyped-def]
    fields = {"oldpassword": old, "password1": new, "password2": new}
    return browser.post(reverse("account_change_password"), fields)


def test_changing_the_password_ends_other_sessions_and_keeps_this_one(adas: Client, ada: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(ada)
    assert is_in(elsewhere)
    assert change(adas, PASSWORD).url == reverse("preferences")
    assert is_in(adas)
    assert not is_in(elsewhere)
    assert sign_in(Client(), "Ada", PASSWORD).status_code == 200
    assert sign_in(Client(), "Ada", NEW).status_code == 302


def test_the_old_password_is_needed(adas: Client, ada: User) -> None:
    assert change(adas, "wrong").context["form"].errors["oldpassword"]
    assert User.objects.get(pk=ada.pk).check_password(PASSWORD)


def reset_link(browser: Client, address: str) -> str:
    answer = browser.post(reverse("account_reset_password"), {"email": address})
    assert answer["Location"] == reverse("account_reset_password_done")
    assert browser.get(answer["Location"]).status_code == 200
    return next(line for line in mail.outbox[-1].body.splitlines() if line.startswith("http"))


def set_new(browser: Client, link: str):  # type: ignore[no-untyped-def]
    form = browser.get(link, follow=True)
    action = form.context["action_url"]
    return browser.post(action, {"password1": NEW, "password2": NEW})


def test_the_link_in_the_mail_sets_a_new_password_once(client: Client, ada: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(ada)
    link = reset_link(client, "ADA@example.org")
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert mail.outbox[-1].subject == "Unbirthday: Set a new password"
    assert "Ada" in mail.outbox[-1].body
    assert set_new(client, link).status_code == 302
    assert who(client) == str(ada.pk)
    assert not is_in(elsewhere)
    assert User.objects.get(pk=ada.pk).check_password(NEW)
    again = Client().get(link)
    assert "This link has been used already" in again.content.decode()


def test_a_locked_out_person_gets_in_by_the_link(client: Client, ada: User) -> None:
    for _ in range(6):
        sign_in(client, "Ada", "wrong")
    set_new(client, reset_link(client, "ada@example.org"))
    assert is_in(client)


def test_an_unknown_address_is_answered_the_same_and_told_by_mail(client: Client, ada: User) -> None:
    response = client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    unknown = client.post(reverse("account_reset_password"), {"email": "eve@example.org"})
    assert (response.status_code, response["Location"]) == (unknown.status_code, unknown["Location"])
    assert mail.outbox[-1].subject == "Unbirthday: No account has this address"


def test_a_made_up_link_changes_nothing(client: Client, ada: User) -> None:
    for key in ("1-abc", "zzzzzzzzzzzzzzzzzzzzzzzzzzzz-abc", "0-0"):
        page = client.get(f"/accounts/password/reset/key/{key}/")
        assert "This link has been used already" in page.content.decode()
    assert User.objects.get(pk=ada.pk).check_password(PASSWORD)


def test_mail_that_cannot_be_sent_is_said_and_loses_nothing(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    fields = {"username": "Bob", "password1": PASSWORD, "email": "bob@example.org"}
    answer = client.post(reverse("account_signup"), fields, follow=True)
    assert "The mail could not be sent. Try again later." in answer.content.decode()
    assert who(client) == str(User.objects.get(username="Bob").pk)


@pytest.mark.parametrize("page", ["account_change_password", "account_set_password", "account_email"])
def test_a_guest_registers_before_having_a_password_or_an_address(client: Client, page: str) -> None:
    guest = new_guest()
    client.force_login(guest)
    answer = client.post(
        reverse(page), {"password1": NEW, "password2": NEW, "email": "g@example.org", "action_add": ""}
    )
    assert answer["Location"] == reverse("register_guest")
    assert not User.objects.get(pk=guest.pk).has_usable_password()


def test_addresses_are_added_and_removed_without_a_script(adas: Client, ada: User) -> None:
    page = reverse("account_email")
    adas.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert adas.get(page).status_code == 200
    adas.post(page, {"action_add": "", "email": "ada@work.example"})
    addresses = EmailAddress.objects.filter(user=ada, email="ada@work.example")
    assert addresses.update(primary=True) == 1
    # No mail is sent to an address that is not confirmed.
    html = adas.get(page).content.decode()
    assert ">not confirmed<" in html and ">in use<" not in html
    addresses.update(verified=True)
    assert ">in use<" in adas.get(page).content.decode()
    addresses.update(primary=False)
    adas.post(page, {"action_remove": "", "email": "ada@work.example"})
    assert not EmailAddress.objects.filter(user=ada, email="ada@work.example").exists()


def test_an_open_browser_without_the_password_adds_no_address(adas: Client, ada: User) -> None:
    page = reverse("account_email")
    answer = adas.post(page, {"action_add": "", "email": "thief@example.org"})
    assert answer["Location"] == reverse("account_reauthenticate", query={"next": page})
    assert not EmailAddress.objects.filter(user=ada).exists()


def status_of(token: str) -> int:
    return Client().get("/api/turns/", headers={"authorization": f"Bearer {token}"}).status_code


def test_a_new_password_ends_the_token_for_scripts(adas: Client, ada: User) -> None:
    token = tokens.make(ada)
    assert change(adas, "wrong").status_code == 200
    assert status_of(token) == 200
    change(adas, PASSWORD)
    assert status_of(token) == 401
    ada.refresh_from_db()
    assert status_of(tokens.make(ada)) == 200


def test_a_password_set_by_mail_or_by_the_host_ends_the_token_too(client: Client, ada: User) -> None:
    link, token = reset_link(client, "ada@example.org"), tokens.make(ada)
    set_new(client, link)
    assert status_of(token) == 401
    ada.refresh_from_db()
    token = tokens.make(ada)
    form = PasswordForm(ada, {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD})
    assert form.is_valid(), form.errors
    form.save()
    assert status_of(token) == 401


def test_a_mails_links_are_this_sites_whatever_host_was_asked(ada: User, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://cards.example.org"
    Client(SERVER_NAME="evil.example").post(reverse("account_reset_password"), {"email": "ada@example.org"})
    [letter] = mail.outbox
    assert "evil.example" not in f"{letter.body}{letter.subject}"
    assert "https://cards.example.org/accounts/password/reset/key/" in letter.body


@pytest.mark.parametrize(
    ("page", "field"),
    [
        ("account_login", "id_password"),
        ("account_reauthenticate", "id_password"),
        ("account_change_password", "id_oldpassword"),
    ],
)
def test_the_link_for_a_lost_password_stands_below_the_field(
    client: Client, ada: User, page: str, field: str
) -> None:
    if page != "account_login":
        client.force_login(ada)
    text = client.get(reverse(page)).content.decode()
    assert text.index(f'id="{field}"') < text.index(f'"{reverse("account_reset_password")}"')
