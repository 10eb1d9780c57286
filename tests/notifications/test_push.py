"""Push messages: only the browser can read what arrives at a push service, and the site signs it."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import http_ece
import pytest
import time_machine
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from config.stored_secrets import password, signing_key, stored
from games.models import PushSubscription
from games.notifications.channels import push
from tests.notifications.addressees import Receiver
from tests.notifications.failures import GONE, LATER, PERMANENT, send_fails
from tests.notifications.pushing import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("this_machine")]
ROOT = Path(__file__).resolve().parents[2]


def claims(authorization: str) -> dict[str, Any]:
    """Return the site's claims. Raises InvalidSignature if the signature isn't the site's."""
    scheme, _space, rest = authorization.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", push.public_key())
    head, body, signature = parts["t"].split(".")
    assert json.loads(push.decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = push.decoded(signature)
    pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decoded(parts["k"]))
    key.verify(encode_dss_signature(*pair), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return dict(json.loads(push.decoded(body)))


def test_a_message_can_be_read_by_its_browser(
    subscription: PushSubscription, service: Receiver, browser: Browser
) -> None:
    message = {"title": "C’est à vous", "body": "Parade", "url": "/t/abc/", "tag": "turn-abc", "count": 3}
    push.send(subscription, message, ttl=3600)
    [request] = service.received
    assert browser.read(request.body) == message
    assert b"Parade" not in request.body
    assert request.headers["ttl"] == "3600"
    assert request.headers["content-encoding"] == "aes128gcm"
    assert "authorization" in request.headers and "crypto-key" not in request.headers


def test_nobody_else_can_read_it(subscription: PushSubscription, service: Receiver) -> None:
    push.send(subscription, {"title": "Hello"}, ttl=60)
    with pytest.raises(http_ece.ECEException):
        Browser().read(service.received[0].body)


def test_the_push_service_knows_whom_a_message_is_from(
    subscription: PushSubscription, service: Receiver
) -> None:
    with time_machine.travel("2026-07-04T10:00:00Z", tick=False):
        push.send(subscription, {"title": "Hello"}, ttl=60)
        values = claims(service.received[0].headers["authorization"])
        assert values["aud"] == f"http://127.0.0.1:{service.port}"
        assert values["sub"] == "mailto:hatter@tea.example"
        assert 0 < values["exp"] - time.time() <= 24 * 3600


def test_another_sites_signature_is_none(subscription: PushSubscription, service: Receiver) -> None:
    push.send(subscription, {"title": "Hello"}, ttl=60)
    scheme, token = service.received[0].headers["authorization"].split("t=", 1)
    forged = token.replace(".", ".e30", 1)
    with pytest.raises(InvalidSignature):
        claims(f"{scheme}t={forged}")


def test_a_later_message_of_the_same_tag_replaces_one_on_its_way(
    subscription: PushSubscription, service: Receiver
) -> None:
    for tag in ("turn-a", "turn-a", "turn-b"):
        push.send(subscription, {"title": "Hello", "tag": tag}, ttl=60)
    first, second, third = (request.headers["topic"] for request in service.received)
    assert first == second != third
    assert len(first) == 32


def test_a_long_message_still_fits(
    subscription: PushSubscription, service: Receiver, browser: Browser
) -> None:
    push.send(subscription, {"title": "Hello", "body": "\U0001f3a9" * 5000}, ttl=60)
    [request] = service.received
    assert len(request.body) <= 4096
    assert browser.read(request.body)["body"].startswith("\U0001f3a9" * 500)


@pytest.mark.parametrize(
    ("status", "meaning"),
    [
        (404, GONE),
        (410, GONE),
        (413, PERMANENT),
        (429, LATER),
        (503, LATER),
    ],
)
def test_the_push_services_answers_are_understood(
    subscription: PushSubscription, service: Receiver, status: int, meaning: str
) -> None:
    service.status = status
    with send_fails(meaning):
        push.send(subscription, {"title": "Hello"}, ttl=60)


def test_an_endpoint_inside_gets_nothing(
    settings: Any, subscription: PushSubscription, service: Receiver
) -> None:
    settings.OUTGOING_LOOPBACK = False
    with send_fails(PERMANENT):
        push.send(subscription, {"title": "Hello"}, ttl=60)
    assert service.received == []


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "vapid-key"
    first = stored(path, signing_key)
    assert stored(path, signing_key) == first == path.read_text()
    assert len(push.decoded(first)) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["vapid-key"]


def test_a_process_that_is_late_takes_the_key_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "vapid-key"

    def slowly() -> str:
        path.write_text("the other's")  # Another process finishes in the meantime.
        return password()

    assert stored(path, slowly) == "the other's"
    assert [file.name for file in tmp_path.iterdir()] == ["vapid-key"]


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    code = "from pathlib import Path; import sys; from config.stored_secrets import *; sys.stdin.read(1);"
    code += f"print(stored(Path({str(tmp_path)!r}) / 'vapid-key', signing_key))"
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
    for process in together:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    assert len({process.communicate()[0] for process in together}) == 1
