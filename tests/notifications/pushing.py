"""Browsers that subscribe to push messages, and a push service on this machine."""

from __future__ import annotations

import base64
import json
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from games.models import PushSubscription
from games.notifications.channels import push


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys that a browser makes when it subscribes, and keeps secret."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes !!"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(point), "auth": text(self.auth)}

    def read(self, body: bytes) -> Any:
        return json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        )


def subscribe(person: User, endpoint: str, browser: Browser) -> PushSubscription:
    return PushSubscription.objects.create(
        user=person, endpoint=endpoint, endpoint_hash=push.endpoint_hash(endpoint), **browser.keys
    )
