"""Push messages to browsers (RFC 8030), encrypted (RFC 8291), signed with the site's key (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from accounts import sender
from games.models import PushSubscription
from games.notifications.channels import safe_http

# A push service takes 4096 bytes (RFC 8030, 7.2), of which the encryption needs 103.
LONGEST_BODY = 600  # characters, each of up to four bytes
POINT_LENGTH = 65  # bytes, uncompressed
AUTH_LENGTH = 16  # bytes (RFC 8291, 3.2)


def send(
    subscription: PushSubscription, payload: dict[str, Any], ttl: int, timeout: float = safe_http.TIMEOUT
) -> None:
    """Send a message, which the push service keeps for at most `ttl` seconds. Raises SendError.

    templates/sw.js shows the `payload`: `title`, and optionally `body`, `url` (a path of this site), `tag` (a later
    message replaces an earlier one with the same tag), `count` (tables that wait, for the badge) and `lang`.
    """
    # Imported here, since it loads a large library.
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
        requests_session=SafeSession(timeout),
    )


class SafeSession:
    """A replacement for a session of requests, for pywebpush."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout

    def post(self, url: str, data: bytes, headers: Mapping[str, str], timeout: object) -> SimpleNamespace:
        safe_http.deliver(url, data, headers, self.timeout)
        return SimpleNamespace(status_code=201, reason="", text="", headers={})


def _message(payload: dict[str, Any]) -> str:
    short = {"body": payload["body"][:LONGEST_BODY]} if "body" in payload else {}
    return json.dumps(payload | short, ensure_ascii=False)


def _headers(payload: dict[str, Any]) -> dict[str, str]:
    """Return headers so that a later message of the same tag replaces one that waits for an offline browser."""
    if not payload.get("tag"):
        return {}
    # At most 32 characters of base64url (RFC 8030, 5.4).
    digest = hashlib.sha256(str(payload["tag"]).encode()).digest()
    return {"Topic": base64.urlsafe_b64encode(digest).decode()[:32], "Urgency": "high"}


def contact() -> str:
    """Return the contact for push services, as a mailto URL."""
    return f"mailto:{sender.address()}"


@cache
def public_key() -> str:
    """Return the public key for subscriptions: an uncompressed point, base64url without padding."""
    number = int.from_bytes(decoded(settings.VAPID_PRIVATE_KEY.strip()), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url, with or without padding. Raises ValueError."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+={0,2}", text):
        raise ValueError("not base64url")
    bare = text.rstrip("=")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def fits(p256dh: str, auth: str) -> bool:
    """Return True if a browser's two keys are valid."""
    try:
        point = decoded(p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        return (len(point), len(decoded(auth))) == (POINT_LENGTH, AUTH_LENGTH)
    except ValueError:
        return False


def endpoint_hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
