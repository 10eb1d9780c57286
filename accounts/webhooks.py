"""Webhooks: a member's notices as JSON to an address of theirs, signed, so that the receiver knows whom they are from
(docs/webhooks.md). Sends and counts what was given up; who is told what, and when again, is not known here."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outgoing
from accounts.models import User, Webhook

MOST = 5  # for one member
GIVEN_UP = 20  # messages in a row, then nothing more is sent


def send(hook: Webhook, payload: dict[str, Any], message: str) -> None:
    """Returns once the receiver has taken the message (2xx). `message` is its id, the same however often it is sent.

    Raises outgoing.Unreachable (again later), outgoing.Refused or outgoing.Gone (not again). Whoever gives a message up
    says so with `give_up`.
    """
    if hook.disabled_at:
        raise outgoing.Refused(_("This webhook is turned off."))
    _post(hook, payload, message, outgoing.TIMEOUT)
    if hook.failures:
        Webhook.objects.filter(pk=hook.pk).update(failures=0)
        hook.failures = 0


def try_out(hook: Webhook, seconds: float) -> None:
    """Send a test message, also while the webhook is turned off; raises as `send` does."""
    _post(hook, {"type": "test", "text": _("This is a test.")}, f"test-{secrets.token_hex(8)}", seconds)


def _post(hook: Webhook, payload: dict[str, Any], message: str, seconds: float) -> None:
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "Unbirthday-Message": message,
        "Unbirthday-Signature": signature(hook.secret, int(time.time()), body),
    }
    outgoing.deliver(hook.url, body, headers, seconds)


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """`t=<seconds since 1970>,v1=<HMAC-SHA256, hex>` over the timestamp, a dot and the body as it is sent."""
    signed = hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256)
    return f"t={timestamp},v1={signed.hexdigest()}"


def give_up(hook: Webhook) -> None:
    """One more message that never arrived; after too many in a row the webhook is turned off."""
    Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1)
    Webhook.objects.filter(pk=hook.pk, failures__gte=GIVEN_UP, disabled_at=None).update(
        disabled_at=timezone.now()
    )
    hook.refresh_from_db(fields=["failures", "disabled_at"])


def add(user: User, url: str) -> Webhook | None:
    """A webhook with a secret of its own; None if the member has as many as may be."""
    if user.webhooks.count() >= MOST:
        return None
    return Webhook.objects.create(user=user, url=url, secret=new_secret())


def turn_on(hook: Webhook) -> None:
    hook.failures, hook.disabled_at = 0, None
    hook.save(update_fields=["failures", "disabled_at"])


def new_secret() -> str:
    return secrets.token_urlsafe(32)
