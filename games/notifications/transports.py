"""How a message goes out by each channel. `ready` makes it, with the database; `send` of what it makes does nothing but
send, and may take its time. What goes wrong is either known to have failed or in doubt; see games.notifications.outbox."""

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
# How long a push service keeps a message for a browser that is off, where no deadline says.
KEEP = timedelta(days=3)


class NoAddress(Exception):
    """The browser, webhook or mail address has been taken away since."""


def language_of(user: User) -> str:
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def ready(batch: Batch, now: datetime) -> Send:
    """The message in its member's language, ready to be sent. NoAddress if it is gone from there."""
    language = language_of(batch.user)
    with speaking(language):
        message = compose(batch, now)
        send = READY[batch.address[0]](batch, message, now)
    return lambda: _speaking(language, send)


def _speaking(language: str, send: Send) -> None:
    """Why it was not taken is for the member to read, too."""
    with speaking(language):
        send()


def _mail(batch: Batch, message: Message, now: datetime) -> Send:
    address = mail_address(batch.user)
    if not address:
        raise NoAddress("no confirmed address")
    mail = mails.compose(batch.user, address, message, batch.message_id)
    return lambda: mails.send(mail)


def _push(batch: Batch, message: Message, now: datetime) -> Send:
    subscription = PushSubscription.objects.filter(pk=batch.address[1]).first()
    if subscription is None:
        raise NoAddress("no such browser")
    said = pushed(message, language_of(batch.user))
    ends = [item.deadline for item in message.items if item.deadline is not None]
    ttl = max(timedelta(minutes=1), min(max(ends) - now if ends else KEEP, timedelta(days=28)))
    return lambda: push.send(subscription, said, int(ttl.total_seconds()))


def pushed(message: Message, language: str) -> dict[str, Any]:
    """What the service worker shows (games/notifications/channels/push.py)."""
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
    posted = hooked(message.items[0])
    return lambda: webhook.send(hook, posted, batch.message_id)


def hooked(item: Item) -> dict[str, Any]:
    """What a webhook is told (docs/webhooks.md)."""
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
    """A webhook that never answers is turned off one day."""
    if batch.address[0] == Channel.HOOK:
        hook = Webhook.objects.filter(pk=batch.address[1]).first()
        if hook is not None:
            webhook.give_up(hook)


def forget_browser(batch: Batch) -> None:
    PushSubscription.objects.filter(pk=batch.address[1]).delete()
