"""Webhooks: notifications posted as signed JSON to a member's URL (docs/webhooks.md)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from datetime import UTC, datetime
from typing import Any

import standardwebhooks
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Webhook
from games.notifications.channels import safe_http
from games.notifications.channels.errors import SendError
from games.people.locks import one_at_a_time

MOST_WEBHOOKS = 5  # for one member
TIMEOUT = 5.0  # seconds for an answer
# Receivers from before December 2026 check the old signature, and have a year to change.
OLD_UNTIL = datetime(2027, 12, 1, tzinfo=UTC)
GIVEN_UP = 20  # messages in a row, then nothing more is sent


def send(hook: Webhook, payload: dict[str, Any], message_id: str) -> None:
    """Post a message. `message_id` stays the same on retries. Raises SendError unless the receiver accepts it (2xx).

    The caller calls `give_up` after the last retry.
    """
    if hook.disabled_at:
        raise SendError(_("This webhook is turned off."), permanent=True)
    _post(hook, payload, message_id, TIMEOUT)
    if hook.failures:
        Webhook.objects.filter(pk=hook.pk).update(failures=0)
        hook.failures = 0


def try_out(hook: Webhook, seconds: float) -> None:
    """Post a test message, even while the webhook is off. Raises SendError."""
    _post(hook, {"type": "test", "text": _("This is a test.")}, f"test-{secrets.token_hex(8)}", seconds)


def _post(hook: Webhook, payload: dict[str, Any], message_id: str, seconds: float) -> None:
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    headers = {"Content-Type": "application/json"} | signed(hook.secret, message_id, timezone.now(), body)
    safe_http.deliver(hook.url, body.encode(), headers, seconds)


def signed(secret: str, message_id: str, now: datetime, body: str) -> dict[str, str]:
    """Return the headers of Standard Webhooks: id, time, signature. Until OLD_UNTIL also the older signature."""
    headers = {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": standardwebhooks.Webhook(secret.encode()).sign(message_id, now, body),
    }
    if now >= OLD_UNTIL:
        return headers
    old = old_signature(secret, int(now.timestamp()), body.encode())
    return headers | {"Unbirthday-Message": message_id, "Unbirthday-Signature": old}


def old_signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return `t=<seconds since 1970>,v1=<HMAC-SHA256, hex>` over the timestamp, a dot and the body."""
    digest = hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256)
    return f"t={timestamp},v1={digest.hexdigest()}"


def shown_secret(secret: str) -> str:
    """Return a secret in the form of Standard Webhooks: `whsec_` and its bytes in base64."""
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def give_up(hook: Webhook) -> None:
    """Count a message that was given up. Turn the webhook off after too many in a row."""
    Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1)
    Webhook.objects.filter(pk=hook.pk, failures__gte=GIVEN_UP, disabled_at=None).update(
        disabled_at=timezone.now()
    )
    hook.refresh_from_db(fields=["failures", "disabled_at"])


def add(user: User, url: str) -> Webhook | None:
    """Return the member's webhook for the URL, a new one if there is none yet; None if the member has too many."""
    with one_at_a_time(user):
        hook = user.webhooks.filter(url=url).first()
        if hook is None and user.webhooks.count() < MOST_WEBHOOKS:
            hook = Webhook.objects.create(user=user, url=url, secret=new_secret())
        return hook


def turn_on(hook: Webhook) -> None:
    hook.failures, hook.disabled_at = 0, None
    hook.save(update_fields=["failures", "disabled_at"])


def new_secret() -> str:
    return secrets.token_urlsafe(32)
