"""Codes of an app and recovery codes: added after registration, required at sign-in, each valid once."""

import json
import re
import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import quote

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.test import Client
from django.urls import reverse

from accounts.guests import new_guest
from accounts.models import User
from tests.accounts.test_signing_in import sign_in, who
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGES = [
    "mfa_index",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_reauthenticate",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "usersessions_list",
    "delete_account",
]
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC).replace(second=10), tick=False) as still:
        yield still


def code(secret: str = SECRET, steps: int = 0) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def confirm(browser: Client, password: str = PASSWORD):  # type: ignore[no-untyped-def]
    return browser.post(reverse("account_reauthenticate"), {"password": password})


def second(browser: Client, typed_code: str):  # type: ignore[no-untyped-def]
    return browser.post(reverse("mfa_authenticate"), {"code": typed_code})


@pytest.fixture
def guarded(ada: User, clock: time_machine.Traveller) -> User:
    TOTP.activate(ada, SECRET)
    return ada


def test_the_password_is_asked_for_before_anything_is_added(adas: Client) -> None:
    for page in ("mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"):
        assert adas.get(reverse(page))["Location"].endswith("?next=" + quote(reverse(page), safe=""))
    assert confirm(adas, "wrong").status_code == 200
    assert adas.get(reverse("mfa_activate_totp")).status_code == 302
    confirm(adas)
    assert adas.get(reverse("mfa_activate_totp")).status_code == 200


def test_an_app_is_set_up_with_its_first_code_and_brings_recovery_codes(
    adas: Client, ada: User, clock: time_machine.Traveller
) -> None:
    confirm(adas)
    page = adas.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    assert adas.post(reverse("mfa_activate_totp"), {"code": "000000"}).context["form"].errors["code"]
    answer = adas.post(reverse("mfa_activate_totp"), {"code": code(secret)}, follow=True)
    assert len(answer.context["unused_codes"]) == 10
    kinds = Authenticator.objects.filter(user=ada).values_list("type", flat=True)
    assert sorted(kinds) == ["recovery_codes", "totp"]


def test_the_password_alone_is_not_enough_any_more(client: Client, guarded: User) -> None:
    assert sign_in(client, "Ada").url == reverse("mfa_authenticate")
    assert who(client) is None
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    assert second(client, "000000").context["form"].errors["code"]
    assert who(client) is None
    assert second(client, code()).url == reverse("home")
    assert who(client) == str(guarded.pk)


def test_no_passkey_is_asked_for_where_there_is_none(client: Client, guarded: User) -> None:
    sign_in(client, "Ada")
    assert b"data-passkey" not in client.get(reverse("mfa_authenticate")).content


def test_the_way_on_is_kept_through_the_second_question(client: Client, guarded: User) -> None:
    sign_in(client, "Ada", next="/rules/")
    assert second(client, code()).url == "/rules/"


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_a_code_is_good_for_its_neighbours_steps_and_only_once(
    client: Client, guarded: User, clock: time_machine.Traveller, steps: int
) -> None:
    used = code(steps=steps)
    sign_in(client, "Ada")
    assert second(client, used).status_code == 302
    clock.shift(31)
    again = Client()
    sign_in(again, "Ada")
    assert second(again, used).context["form"].errors["code"]


@pytest.mark.parametrize("steps", [-2, 2])
def test_an_older_or_later_code_is_wrong(client: Client, guarded: User, steps: int) -> None:
    sign_in(client, "Ada")
    assert second(client, code(steps=steps)).context["form"].errors["code"]


def test_a_recovery_code_stands_in_for_the_app_once(client: Client, guarded: User) -> None:
    held = RecoveryCodes.activate(guarded).get_unused_codes()[3]
    sign_in(client, "Ada")
    assert second(client, f" {held[:5]}-{held[5:]} ").status_code == 302
    again = Client()
    sign_in(again, "Ada")
    assert second(again, held).context["form"].errors["code"]


def test_guessing_codes_is_limited(client: Client, guarded: User) -> None:
    sign_in(client, "Ada")
    for _ in range(5):
        second(client, "000000")
    assert "Too many" in second(client, code()).content.decode()
    assert who(client) is None


def test_without_a_password_there_is_no_second_question(client: Client) -> None:
    assert client.get(reverse("mfa_authenticate"))["Location"] == reverse("account_login")


def test_a_guest_who_signs_in_is_asked_too_and_stays_a_guest_until_then(
    client: Client, guarded: User
) -> None:
    guest = new_guest()
    client.force_login(guest)
    assert sign_in(client, "Ada").url == reverse("mfa_authenticate")
    assert second(client, "000000").status_code == 200
    assert who(client) == str(guest.pk)
    assert second(client, code()).url == reverse("home")
    assert who(client) == str(guarded.pk)


def test_a_password_reset_by_mail_does_not_go_round_it(client: Client, guarded: User) -> None:
    from tests.accounts.test_passwords import reset_link, set_new

    assert set_new(client, reset_link(client, "ada@example.org")).url == reverse("mfa_authenticate")
    assert who(client) is None
    second(client, code())
    assert who(client) == str(guarded.pk)


def test_turning_the_app_off_asks_again_and_keeps_the_recovery_codes(
    adas: Client, guarded: User, client: Client
) -> None:
    codes = RecoveryCodes.activate(guarded).get_unused_codes()
    assert "reauthenticate" in adas.post(reverse("mfa_deactivate_totp"))["Location"]
    confirm(adas)
    assert adas.post(reverse("mfa_deactivate_totp"))["Location"] == reverse("mfa_index")
    left = Authenticator.objects.get(user=guarded)
    assert left.wrap().get_unused_codes() == codes
    assert sign_in(client, "Ada").url == reverse("home")


def test_an_address_can_be_added_beside_a_second_factor(adas: Client, guarded: User) -> None:
    confirm(adas)
    adas.post(reverse("account_email"), {"action_add": "", "email": "ada@work.example"})
    assert EmailAddress.objects.filter(user=guarded, email="ada@work.example").exists()


@pytest.mark.parametrize(
    "page",
    [
        "mfa_index",
        "mfa_activate_totp",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "usersessions_list",
        "offer_codes",
    ],
)
def test_a_guest_registers_first(client: Client, page: str) -> None:
    client.force_login(new_guest())
    assert client.get(reverse(page))["Location"] == reverse("register_guest")
    assert client.post(reverse(page), {"code": "1"})["Location"] == reverse("register_guest")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "page", ["mfa_index", "mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn", "usersessions_list"]
)
def test_a_stranger_signs_in_first(client: Client, page: str) -> None:
    assert client.get(reverse(page))["Location"].startswith(reverse("account_login"))


BRACKETS = "[" * 100_000
NESTED = {
    "id": "AAAA",
    "rawId": "AAAA",
    "type": "public-key",
    "response": {
        "clientDataJSON": b64encode(BRACKETS.encode()).decode(),
        "attestationObject": "oA",
        "authenticatorData": "A" * 50,
        "signature": "AAAA",
        "userHandle": b64encode(b"1").decode(),
    },
}
GARBAGE = ["", "{", "[]", "7", '{"id": 1}', '{"response": {"userHandle": "!"}}', "9" * 5000, BRACKETS]
GARBAGE += [r'"\ud800"', r'{"id": "\ud800"}', json.dumps(NESTED)]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_for_a_passkey_signs_nobody_in(client: Client, ada: User, garbage: str) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": garbage})
    assert answer["Location"] == reverse("account_login")
    assert who(client) is None


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_added_as_nobodys_passkey(adas: Client, garbage: str) -> None:
    confirm(adas)
    adas.get(reverse("mfa_add_webauthn"))
    page = adas.post(reverse("mfa_add_webauthn"), {"name": "Key", "credential": garbage})
    assert page.status_code == 200
    assert not Authenticator.objects.exists()


def test_a_passkey_that_was_removed_is_said_to_be_unknown(client: Client, ada: User) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    page = client.post(reverse("mfa_login_webauthn"), {"credential": '{"id": 1}'}, follow=True)
    assert "This passkey is not known here." in page.content.decode()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_has_neither_inline_script_nor_style(
    adas: Client, ada: User, page: str, language: str
) -> None:
    TOTP.activate(ada, SECRET) if page == "mfa_deactivate_totp" else RecoveryCodes.activate(ada)
    confirm(adas)
    answer = adas.get(reverse(page), headers={"accept-language": language})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert html.count("<h1>") == 1
    assert "style=" not in html
    data = html.count('type="application/json"')
    assert html.count("<script") == len(re.findall(r"<script[^>]* src=", html)) + data


def test_the_browser_is_asked_for_a_passkey_of_this_host(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ALLOWED_HOSTS = ["cards.example"]
    page = client.get(
        reverse("mfa_login_webauthn"), headers={"accept": "application/json", "host": "cards.example"}
    )
    options = page.json()["request_options"]["publicKey"]
    assert options["rpId"] == "cards.example"
    assert options["userVerification"] == "required"


def test_the_host_may_remove_a_factor_but_not_read_it(client: Client, guarded: User) -> None:
    client.force_login(User.objects.create_superuser("Hostess", password=PASSWORD))
    factor = Authenticator.objects.get()
    pages = [
        f"/admin/mfa/authenticator/{page}" for page in ("", f"{factor.pk}/change/", f"{factor.pk}/delete/")
    ]
    html = "".join(client.get(page).content.decode() for page in pages)
    assert "Ada" in html
    assert SECRET not in html
    client.post(pages[2], {"post": "yes"})
    assert not Authenticator.objects.exists()
