"""Push messages to members' browsers (RFC 8030): encrypted for the browser (RFC 8291), signed with the site's own key
(VAPID, RFC 8292), sent by `safe_http`. Sends and does nothing else: who is told what, and when again, is not known here."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from email.utils import parseaddr
from functools import cache
from types import SimpleNamespace
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.models import PushSubscription
from games.notifications.channels import safe_http

# A push service takes 4096 bytes (RFC 8030, 7.2), of which the encryption needs 103.
LONGEST_BODY = 600  # characters, each of up to four bytes
POINT_LENGTH = 65  # bytes, uncompressed
AUTH_LENGTH = 16  # bytes (RFC 8291, 3.2)


def send(subscription: PushSubscription, payload: dict[str, Any], ttl: int) -> None:
    """Returns once the push service has taken the message, which it keeps for at most `ttl` seconds.

    `payload` is what templates/sw.js shows: `title`, `body`, `url` (a path of this site), `tag` (a later message of the
    same tag replaces an earlier one, on its way too), `count` (tables that wait, for the badge), `lang`; all but `title`
    may be left out. SendError otherwise; if it is `gone`, so is the subscription.
    """
    # Loads a whole library of clients: only who sends waits for it.
    from pywebpush import webpush

    webpush(
        {
            "endpoint": subscription.endpoint,
            "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
        },
        data=_message(payload),
        vapid_private_key=settings.VAPID_PRIVATE_KEY,
        vapid_claims={"sub": contact()},
        ttl=ttl,
        headers=_headers(payload),
        requests_session=SafeSession(),
    )


class SafeSession:
    """What pywebpush takes for a session of requests."""

    def post(self, url: str, data: bytes, headers: Mapping[str, str], timeout: object) -> SimpleNamespace:
        safe_http.deliver(url, data, headers)
        return SimpleNamespace(status_code=201, reason="", text="", headers={})


def _message(payload: dict[str, Any]) -> str:
    short = {"body": payload["body"][:LONGEST_BODY]} if "body" in payload else {}
    return json.dumps(payload | short, ensure_ascii=False)


def _headers(payload: dict[str, Any]) -> dict[str, str]:
    """What a push service holds back for a sleeping browser is replaced by what comes later of the same topic."""
    if not payload.get("tag"):
        return {}
    # At most 32 characters of base64url (RFC 8030, 5.4).
    digest = hashlib.sha256(str(payload["tag"]).encode()).digest()
    return {"Topic": base64.urlsafe_b64encode(digest).decode()[:32], "Urgency": "high"}


def contact() -> str:
    """Whom a push service writes to if something is wrong with what this site sends."""
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@cache
def public_key() -> str:
    """The key that a browser asks for when it subscribes: an uncompressed point, base64url without padding."""
    number = int.from_bytes(decoded(settings.VAPID_PRIVATE_KEY.strip()), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Base64url, with or without padding; ValueError if it isn't that."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+={0,2}", text):
        raise ValueError("not base64url")
    bare = text.rstrip("=")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def fits(p256dh: str, auth: str) -> bool:
    """Whether a browser's two keys are keys, so that something can be encrypted for it."""
    try:
        point = decoded(p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        return (len(point), len(decoded(auth))) == (POINT_LENGTH, AUTH_LENGTH)
    except ValueError:
        return False


def endpoint_hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
