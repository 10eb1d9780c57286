"""Push messages: what arrives at a push service can be read by the browser alone and is signed by the site; the page
of a member's browsers."""

from __future__ import annotations

import base64
import contextlib
import json
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
import time_machine
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse

from accounts import outgoing, webpush
from accounts.browsers import MOST, browser_name
from accounts.guests import new_guest
from accounts.models import PushSubscription, User
from config.kept import kept, password, signing_key
from tests.accounts.receivers import Receiver

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


COMPRESSED = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
)
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Browser:
    """The keys that a browser makes when it subscribes, and never gives away."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes !!"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(point), "auth": text(self.auth)}

    def read(self, body: bytes) -> Any:
        return json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        )


@pytest.fixture(autouse=True)
def _this_machine(settings: Any) -> None:
    settings.OUTGOING_LOOPBACK = True
    settings.DEFAULT_FROM_EMAIL = "The Hatter <hatter@tea.example>"


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service."""
    with contextlib.closing(Receiver()) as running:
        yield running


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def subscription(ada: User, service: Receiver, browser: Browser) -> PushSubscription:
    return subscribe(ada, service.url(), browser)


def subscribe(person: User, endpoint: str, browser: Browser) -> PushSubscription:
    return PushSubscription.objects.create(
        user=person, endpoint=endpoint, endpoint_hash=webpush.endpoint_hash(endpoint), **browser.keys
    )


def claims(authorization: str) -> dict[str, Any]:
    """What the site claims, if the signature is the site's; else InvalidSignature."""
    scheme, _space, rest = authorization.partition(" ")
    parts = dict(each.split("=", 1) for each in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", webpush.public_key())
    head, body, signature = parts["t"].split(".")
    assert json.loads(webpush.decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = webpush.decoded(signature)
    pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), webpush.decoded(parts["k"]))
    key.verify(encode_dss_signature(*pair), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return dict(json.loads(webpush.decoded(body)))


def test_a_message_can_be_read_by_its_browser(
    subscription: PushSubscription, service: Receiver, browser: Browser
) -> None:
    said = {"title": "C’est à vous", "body": "Parade", "url": "/t/abc/", "tag": "turn-abc", "count": 3}
    webpush.send(subscription, said, ttl=3600)
    [got] = service.received
    assert browser.read(got.body) == said
    assert b"Parade" not in got.body
    assert got.headers["ttl"] == "3600"
    assert got.headers["content-encoding"] == "aes128gcm"
    assert "authorization" in got.headers and "crypto-key" not in got.headers


def test_nobody_else_can_read_it(subscription: PushSubscription, service: Receiver) -> None:
    webpush.send(subscription, {"title": "Hello"}, ttl=60)
    with pytest.raises(http_ece.ECEException):
        Browser().read(service.received[0].body)


def test_the_push_service_knows_whom_a_message_is_from(
    subscription: PushSubscription, service: Receiver
) -> None:
    with time_machine.travel("2026-07-04T10:00:00Z", tick=False):
        webpush.send(subscription, {"title": "Hello"}, ttl=60)
        told = claims(service.received[0].headers["authorization"])
        assert told["aud"] == f"http://127.0.0.1:{service.port}"
        assert told["sub"] == "mailto:hatter@tea.example"
        assert 0 < told["exp"] - time.time() <= 24 * 3600


def test_another_sites_signature_is_none(subscription: PushSubscription, service: Receiver) -> None:
    webpush.send(subscription, {"title": "Hello"}, ttl=60)
    scheme, token = service.received[0].headers["authorization"].split("t=", 1)
    forged = token.replace(".", ".e30", 1)
    with pytest.raises(InvalidSignature):
        claims(f"{scheme}t={forged}")


def test_a_later_message_of_the_same_tag_replaces_one_on_its_way(
    subscription: PushSubscription, service: Receiver
) -> None:
    for tag in ("turn-a", "turn-a", "turn-b"):
        webpush.send(subscription, {"title": "Hello", "tag": tag}, ttl=60)
    first, second, third = (each.headers["topic"] for each in service.received)
    assert first == second != third
    assert len(first) == 32


def test_a_long_message_still_fits(
    subscription: PushSubscription, service: Receiver, browser: Browser
) -> None:
    webpush.send(subscription, {"title": "Hello", "body": "\U0001f3a9" * 5000}, ttl=60)
    [got] = service.received
    assert len(got.body) <= 4096
    assert browser.read(got.body)["body"].startswith("\U0001f3a9" * 500)


@pytest.mark.parametrize(
    ("status", "meaning"),
    [
        (404, outgoing.Gone),
        (410, outgoing.Gone),
        (413, outgoing.Refused),
        (429, outgoing.Unreachable),
        (503, outgoing.Unreachable),
    ],
)
def test_what_the_push_service_says_is_understood(
    subscription: PushSubscription, service: Receiver, status: int, meaning: type[Exception]
) -> None:
    service.status = status
    with pytest.raises(meaning):
        webpush.send(subscription, {"title": "Hello"}, ttl=60)


def test_an_endpoint_inside_gets_nothing(
    settings: Any, subscription: PushSubscription, service: Receiver
) -> None:
    settings.OUTGOING_LOOPBACK = False
    with pytest.raises(outgoing.Refused):
        webpush.send(subscription, {"title": "Hello"}, ttl=60)
    assert service.received == []


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "vapid-key"
    first = kept(path, signing_key)
    assert kept(path, signing_key) == first == path.read_text()
    assert len(webpush.decoded(first)) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["vapid-key"]


def test_a_process_that_is_late_takes_the_key_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "vapid-key"

    def slowly() -> str:
        path.write_text("the other's")  # Another process finishes while this one is at it.
        return password()

    assert kept(path, slowly) == "the other's"
    assert [each.name for each in tmp_path.iterdir()] == ["vapid-key"]


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    code = "from pathlib import Path; import sys; from config.kept import *; sys.stdin.read(1);"
    code += f"print(kept(Path({str(tmp_path)!r}) / 'vapid-key', signing_key))"
    together = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for each in together:
        assert each.stdin is not None
        each.stdin.close()
        each.stdin = None
    assert len({each.communicate()[0] for each in together}) == 1


def turn_on(person: Client, endpoint: str, browser: Browser, **other: str) -> Any:
    return person.post(
        reverse("push"), {"endpoint": endpoint} | browser.keys | other, headers={"User-Agent": LINUX}
    )


def test_a_browser_is_turned_on_and_listed(
    adas: Client, ada: User, service: Receiver, browser: Browser
) -> None:
    assert turn_on(adas, service.url(), browser).url == reverse("push")
    one = PushSubscription.objects.get()
    assert (one.user, one.endpoint, one.browser) == (ada, service.url(), "Firefox, Linux")
    page = adas.get(reverse("push")).content.decode()
    assert "Firefox, Linux" in page and one.endpoint_hash in page and webpush.public_key() in page
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
    for number in range(MOST + 1):
        subscribe(ada, f"{service.url()}/{number}", browser)
    turn_on(adas, service.url(), browser)
    left = set(ada.push_subscriptions.values_list("endpoint", flat=True))
    assert len(left) == MOST and service.url() in left
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
    for what in ("remove", "try"):
        answer = client.post(reverse("push_browser", args=[subscription.pk]), {"do": what})
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
        assert Client().get(reverse(name)).url.startswith(reverse("account_login"))
        client.force_login(new_guest())
        assert client.get(reverse(name)).url == reverse("claim")


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
    assert browser_name(agent) == name


def test_the_worker_is_served_from_the_root_and_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "{%" not in answer.content.decode()


def test_the_manifest_names_icons_that_exist(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["start_url"] == reverse("lobby")
    for icon in told["icons"]:
        assert (ROOT / icon["src"].lstrip("/")).is_file()
    assert 'href="/manifest.webmanifest"' in client.get("/about/").content.decode()
