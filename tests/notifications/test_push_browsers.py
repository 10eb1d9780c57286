"""The page with a member's browsers that get push messages, and the files that a browser loads to install the site."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.admin import PasswordForm
from accounts.guests import new_guest
from accounts.models import User
from accounts.security.browsers import name as name_of
from accounts.signin.sessions import remove_expired
from games.models import PushSubscription
from games.notifications.channels import push
from games.views.push import MOST_BROWSERS
from tests.accounts.test_passwords import NEW, change
from tests.accounts.test_signing_in import sign_in
from tests.conftest import PASSWORD
from tests.notifications.addressees import Receiver
from tests.notifications.pushing import Browser, subscribe, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("this_machine")]
ROOT = Path(__file__).resolve().parents[2]
COMPRESSED = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
)
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def turn_on(person: Client, endpoint: str, browser: Browser, **other: str) -> Any:
    return person.post(
        reverse("push"), {"endpoint": endpoint} | browser.keys | other, headers={"User-Agent": LINUX}
    )


def test_a_browser_is_turned_on_and_listed(
    adas: Client, ada: User, service: Receiver, browser: Browser
) -> None:
    assert turn_on(adas, service.url(), browser).url == reverse("push")
    subscription = PushSubscription.objects.get()
    assert (subscription.user, subscription.endpoint, subscription.browser) == (
        ada,
        service.url(),
        "Firefox, Linux",
    )
    page = adas.get(reverse("push")).content.decode()
    assert "Firefox, Linux" in page and subscription.endpoint_hash in page and push.public_key() in page
    assert service.url() not in page


def test_a_browser_that_is_turned_on_again_is_listed_once(
    adas: Client, service: Receiver, browser: Browser
) -> None:
    turn_on(adas, service.url(), browser)
    turn_on(adas, service.url(), Browser())
    assert PushSubscription.objects.count() == 1
    assert PushSubscription.objects.get().p256dh != browser.keys["p256dh"]


def test_a_shared_browser_is_whose_turned_it_on_last(
    adas: Client, client: Client, service: Receiver, browser: Browser
) -> None:
    turn_on(adas, service.url(), browser)
    bob = User.objects.create_user("Bob")
    client.force_login(bob)
    turn_on(client, service.url(), browser)
    assert PushSubscription.objects.get().user == bob


def test_the_oldest_browser_makes_room(adas: Client, ada: User, service: Receiver, browser: Browser) -> None:
    for number in range(MOST_BROWSERS + 1):
        subscribe(ada, f"{service.url()}/{number}", browser)
    turn_on(adas, service.url(), browser)
    left = set(ada.push_subscriptions.values_list("endpoint", flat=True))
    assert len(left) == MOST_BROWSERS and service.url() in left
    assert f"{service.url()}/0" not in left


@pytest.mark.parametrize(
    "endpoint", ["", "http://10.0.0.1/", "https://127.0.0.1.example@10.0.0.1/", "https://192.168.1.1/", "\0"]
)
def test_an_endpoint_inside_is_refused_at_once(adas: Client, browser: Browser, endpoint: str) -> None:
    page = adas.get(turn_on(adas, endpoint, browser).url).content.decode()
    assert 'class="note error"' in page
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": ""},
        {"p256dh": text(b"\x04" + b"\x01" * 64)},
        {"p256dh": "\u00e9" * 87},
        {"auth": ""},
        {"auth": text(b"short")},
        {"auth": "!" * 22},
        {"auth": text(b"sixteen bytes !!") + "=" * 100},
        {"p256dh": text(COMPRESSED)},
    ],
)
def test_keys_that_are_none_are_refused(
    adas: Client, service: Receiver, browser: Browser, keys: dict[str, str]
) -> None:
    turn_on(adas, service.url(), browser, **keys)
    assert not PushSubscription.objects.exists()


def test_a_browser_is_removed_without_a_script(adas: Client, subscription: PushSubscription) -> None:
    assert adas.post(reverse("push_browser", args=[subscription.pk]), {"do": "remove"}).status_code == 302
    assert not PushSubscription.objects.exists()


def test_nobody_touches_the_browsers_of_others(
    client: Client, subscription: PushSubscription, service: Receiver
) -> None:
    client.force_login(User.objects.create_user("Bob"))
    for action in ("remove", "try"):
        answer = client.post(reverse("push_browser", args=[subscription.pk]), {"do": action})
        assert answer.status_code == 404
    assert PushSubscription.objects.exists() and service.received == []


def test_a_test_message_arrives(
    adas: Client, subscription: PushSubscription, service: Receiver, browser: Browser
) -> None:
    adas.post(reverse("push_browser", args=[subscription.pk]), {"do": "try"})
    assert browser.read(service.received[0].body)["url"] == reverse("push")


def test_a_test_shows_that_a_browser_is_gone(
    adas: Client, subscription: PushSubscription, service: Receiver
) -> None:
    service.status = 410
    page = adas.post(reverse("push_browser", args=[subscription.pk]), {"do": "try"}, follow=True)
    assert "turned messages off" in page.content.decode()
    assert not PushSubscription.objects.exists()


def test_test_messages_are_limited(adas: Client, subscription: PushSubscription, service: Receiver) -> None:
    address = reverse("push_browser", args=[subscription.pk])
    statuses = [adas.post(address, {"do": "try"}).status_code for _ in range(11)]
    assert statuses == [302] * 10 + [429]
    assert len(service.received) == 10


def test_guests_are_asked_to_register_and_strangers_to_sign_in(client: Client) -> None:
    for name in ("push", "webhooks"):
        assert Client().get(reverse(name))["Location"].startswith(reverse("account_login"))
        client.force_login(new_guest())
        assert client.get(reverse(name))["Location"] == reverse("register_guest")


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (LINUX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_a_browser_is_named_as_it_says(agent: str, name: str) -> None:
    assert name_of(agent) == name


def test_the_worker_is_served_from_the_root_and_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "max-age=600"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "{%" not in answer.content.decode()


def test_the_manifest_names_icons_that_exist(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == reverse("home")
    for icon in manifest["icons"]:
        assert (ROOT / icon["src"].lstrip("/")).is_file()
    assert 'href="/manifest.webmanifest"' in client.get("/about/").content.decode()


def signed_in() -> Client:
    client = Client()
    assert sign_in(client, "Ada").status_code == 302
    return client


def addresses() -> set[str]:
    return set(PushSubscription.objects.values_list("endpoint", flat=True))


def test_a_signed_out_browser_gets_no_more_messages(ada: User, service: Receiver) -> None:
    here, there = signed_in(), signed_in()
    turn_on(here, service.url() + "/one", Browser())
    turn_on(there, service.url() + "/two", Browser())
    here.post(reverse("account_logout"))
    assert addresses() == {service.url() + "/two"}


def test_a_session_that_is_ended_from_afar_ends_its_browsers_messages(ada: User, service: Receiver) -> None:
    here, there = signed_in(), signed_in()
    turn_on(here, service.url() + "/one", Browser())
    turn_on(there, service.url() + "/two", Browser())
    here.post(reverse("usersessions_list"))
    assert addresses() == {service.url() + "/one"}


def test_a_session_that_expires_ends_its_browsers_messages(
    adas: Client, service: Receiver, browser: Browser
) -> None:
    adas.get(reverse("preferences"))
    turn_on(adas, service.url(), browser)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    assert remove_expired(timezone.now()) == 1
    assert not PushSubscription.objects.exists()


def test_a_browser_that_did_not_turn_them_on_in_this_session_is_left_alone(
    ada: User, service: Receiver
) -> None:
    first = signed_in()
    turn_on(first, service.url(), Browser())
    signed_in().post(reverse("account_logout"))
    assert addresses() == {service.url()}


def test_a_new_password_ends_the_messages_of_the_sessions_that_it_ends(ada: User, service: Receiver) -> None:
    here, there = signed_in(), signed_in()
    turn_on(here, service.url() + "/one", Browser())
    turn_on(there, service.url() + "/two", Browser())
    change(here, PASSWORD)
    assert addresses() == {service.url() + "/one"}


def test_a_password_that_the_admin_gives_ends_the_messages_of_all_sessions(
    ada: User, service: Receiver
) -> None:
    turn_on(signed_in(), service.url(), Browser())
    form = PasswordForm(ada, {"password1": NEW, "password2": NEW})
    assert form.is_valid(), form.errors
    form.save()
    assert addresses() == set()


def test_a_sign_out_takes_nothing_from_the_browsers_next_person(ada: User, service: Receiver) -> None:
    first, second = signed_in(), Client()
    turn_on(first, service.url(), Browser())
    bob = User.objects.create_user("Bob")
    second.force_login(bob)
    turn_on(second, service.url(), Browser())
    first.post(reverse("account_logout"))
    assert PushSubscription.objects.get().user == bob
