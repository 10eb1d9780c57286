"""Transports: prepare a message for its channel and send it.

`ready` uses the database and returns a function that only sends, which may take long. A failure is either known or
doubtful; see games.notifications.outbox.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.boards.language import speaking
from games.models import PushSubscription, Webhook
from games.notifications.channels import mail as mails
from games.notifications.channels import push, webhook
from games.notifications.messages import Item, Message, compose, site
from games.notifications.outbox import Batch
from games.notifications.routing import Channel, mail_address

Send = Callable[[], None]
# The time for which a push service keeps a message without a deadline while a browser is offline.
KEEP = timedelta(days=3)


class NoAddress(Exception):
    """The browser, webhook or mail address has been removed in the meantime."""


def language_of(user: User) -> str:
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def ready(batch: Batch, now: datetime) -> Send:
    """Return a function that sends the batch's message in the member's language. Raises NoAddress."""
    language = language_of(batch.user)
    with speaking(language):
        message = compose(batch, now)
        send = READY[batch.address[0]](batch, message, now)
    return lambda: _speaking(language, send)


def _speaking(language: str, send: Send) -> None:
    """Send in the member's language, since errors have texts for the member."""
    with speaking(language):
        send()


def _mail(batch: Batch, message: Message, now: datetime) -> Send:
    address = mail_address(batch.user)
    if not address:
        raise NoAddress("no confirmed address")
    mail = mails.compose(batch.user, address, message, batch.message_id)
    return lambda: mails.send(mail)


def _push(batch: Batch, message: Message, now: datetime) -> Send:
    # Somebody else may have turned messages on in that browser since the claim.
    subscription = PushSubscription.objects.filter(pk=batch.address[1], user=batch.user).first()
    if subscription is None:
        raise NoAddress("no such browser")
    payload = pushed(message, language_of(batch.user))
    ends = [item.deadline for item in message.items if item.deadline is not None]
    ttl = max(timedelta(minutes=1), min(max(ends) - now if ends else KEEP, timedelta(days=28)))
    return lambda: push.send(subscription, payload, int(ttl.total_seconds()))


def pushed(message: Message, language: str) -> dict[str, Any]:
    """Return the payload for the service worker (games/notifications/channels/push.py)."""
    first, several = message.items[0], len(message.items) > 1
    lines = [item.heading for item in message.items] if several else first.details
    return {
        "title": message.subject,
        "body": "\n".join(lines),
        "url": reverse("lobby") if several else first.path,
        "tag": "several" if several else f"table-{first.table}",
        "count": message.waiting,
        "lang": language,
    }


def _hook(batch: Batch, message: Message, now: datetime) -> Send:
    hook = Webhook.objects.filter(pk=batch.address[1]).first()
    if hook is None:
        raise NoAddress("no such webhook")
    payload = hooked(message.items[0])
    return lambda: webhook.send(hook, payload, batch.message_id)


def hooked(item: Item) -> dict[str, Any]:
    """Return the payload of a webhook (docs/webhooks.md)."""
    return {
        "type": item.kind,
        "table": item.table,
        "game": item.game,
        "url": site(reverse("table", args=[item.table])),
        "text": " ".join([f"{item.heading}.", *item.details]),
        "about": item.about,
        "deadline": item.deadline.isoformat() if item.deadline else None,
    }


READY: dict[str, Callable[[Batch, Message, datetime], Send]] = {
    Channel.MAIL: _mail,
    Channel.PUSH: _push,
    Channel.HOOK: _hook,
}


def given_up(batch: Batch) -> None:
    """Count a given-up batch against its webhook, which is turned off after too many."""
    if batch.address[0] == Channel.HOOK:
        hook = Webhook.objects.filter(pk=batch.address[1]).first()
        if hook is not None:
            webhook.give_up(hook)


def forget_browser(batch: Batch) -> None:
    PushSubscription.objects.filter(pk=batch.address[1]).delete()
