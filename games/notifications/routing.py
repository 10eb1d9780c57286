"""By which ways a member is told of what, and at which addresses: a confirmed e-mail address, browsers that asked for
push messages, webhooks that are on. Guests have none."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Delivery, Notification, NotificationPreferences, PushSubscription, Webhook

Channel, Kind = Delivery.Channel, Notification.Kind
# A channel and its target: the primary key of a push subscription or webhook, 0 for mail.
Address = tuple[str, int]
EVERY = tuple(Channel.values)
# Whoever hasn't chosen. That somebody sat down is no news to write a mail about.
USUAL: Mapping[str, Collection[str]] = dict.fromkeys(Kind.values, EVERY) | {
    Kind.SAT_DOWN: (Channel.PUSH, Channel.HOOK)
}


def preferences_of(user: User) -> NotificationPreferences:
    """As the member chose them, or those that everybody begins with, not stored."""
    found = NotificationPreferences.objects.filter(user=user).first()
    return found or NotificationPreferences(user=user)


def channels_of(preferences: NotificationPreferences, kind: str) -> Collection[str]:
    """The channels by which the member wants to hear of that kind."""
    chosen: Collection[str] = preferences.channels.get(kind, USUAL[kind])
    return chosen


def mail_address(user: User) -> str:
    """The confirmed address, the primary one first; empty if there is none."""
    if user.is_guest or not user.is_active:
        return ""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return "" if found is None else str(found.email)


def addresses_of(user: User) -> list[Address]:
    """Everywhere that something can be sent to now."""
    if user.is_guest or not user.is_active:
        return []
    mail: list[Address] = [(Channel.MAIL, 0)] if mail_address(user) else []
    pushed = PushSubscription.objects.filter(user=user).values_list("pk", flat=True)
    hooked = Webhook.objects.filter(user=user, disabled_at=None).values_list("pk", flat=True)
    return mail + [(Channel.PUSH, pk) for pk in pushed] + [(Channel.HOOK, pk) for pk in hooked]
