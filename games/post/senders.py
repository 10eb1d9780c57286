"""How a letter goes out by each channel. `ready` makes it, with the database; `send` of what it makes does nothing but
send, and may take its time. What goes wrong is either known to have failed or in doubt; see games.post.claims."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts import webhooks, webpush
from accounts.models import PushSubscription, User, Webhook
from games.boards.parts import speaking
from games.post import mails
from games.post.channels import Channel, mail_address
from games.post.claims import Parcel
from games.post.letters import Item, Letter, compose, site

Send = Callable[[], None]
# How long a push service keeps a message for a browser that is off, where no deadline says.
KEEP = timedelta(days=3)


class NoAddress(Exception):
    """The browser, webhook or mail address has been taken away since."""


def language_of(user: User) -> str:
    return user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def ready(parcel: Parcel, now: datetime) -> Send:
    """The letter in its member's language, ready to be sent. NoAddress if it is gone from there."""
    language = language_of(parcel.user)
    with speaking(language):
        letter = compose(parcel, now)
        send = READY[parcel.address[0]](parcel, letter, now)
    return lambda: _speaking(language, send)


def _speaking(language: str, send: Send) -> None:
    """Why it was not taken is for the member to read, too."""
    with speaking(language):
        send()


def _mail(parcel: Parcel, letter: Letter, now: datetime) -> Send:
    address = mail_address(parcel.user)
    if not address:
        raise NoAddress("no confirmed address")
    mail = mails.mail(parcel.user, address, letter, parcel.message)
    return lambda: mails.send(mail)


def _push(parcel: Parcel, letter: Letter, now: datetime) -> Send:
    subscription = PushSubscription.objects.filter(pk=parcel.address[1]).first()
    if subscription is None:
        raise NoAddress("no such browser")
    said = pushed(letter, language_of(parcel.user))
    ends = [item.deadline for item in letter.items if item.deadline is not None]
    ttl = max(timedelta(minutes=1), min(max(ends) - now if ends else KEEP, timedelta(days=28)))
    return lambda: webpush.send(subscription, said, int(ttl.total_seconds()))


def pushed(letter: Letter, language: str) -> dict[str, Any]:
    """What the service worker shows (accounts/webpush.py)."""
    first, several = letter.items[0], len(letter.items) > 1
    lines = [item.heading for item in letter.items] if several else first.details
    return {
        "title": letter.subject,
        "body": "\n".join(lines),
        "url": reverse("lobby") if several else first.path,
        "tag": "letter" if several else f"table-{first.table}",
        "count": letter.waiting,
        "lang": language,
    }


def _hook(parcel: Parcel, letter: Letter, now: datetime) -> Send:
    hook = Webhook.objects.filter(pk=parcel.address[1]).first()
    if hook is None:
        raise NoAddress("no such webhook")
    posted = hooked(letter.items[0])
    return lambda: webhooks.send(hook, posted, parcel.message)


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


READY: dict[str, Callable[[Parcel, Letter, datetime], Send]] = {
    Channel.MAIL: _mail,
    Channel.PUSH: _push,
    Channel.HOOK: _hook,
}


def given_up(parcel: Parcel) -> None:
    """A webhook that never answers is turned off one day."""
    if parcel.address[0] == Channel.HOOK:
        hook = Webhook.objects.filter(pk=parcel.address[1]).first()
        if hook is not None:
            webhooks.give_up(hook)


def forget_browser(parcel: Parcel) -> None:
    PushSubscription.objects.filter(pk=parcel.address[1]).delete()
