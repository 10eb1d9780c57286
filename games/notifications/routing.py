"""The channels by which a member is told of each kind of news, and their addresses.

Addresses are a confirmed e-mail address, browsers with push messages, and webhooks that are on. Guests have none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Delivery, Notification, NotificationPreferences, PushSubscription, Webhook

Channel, Kind = Delivery.Channel, Notification.Kind
# A channel and its target: the primary key of a push subscription or webhook, 0 for mail.
Address = tuple[str, int]
EVERY = tuple(Channel.values)
# The defaults. Somebody sitting down is not worth a mail.
USUAL: Mapping[str, Collection[str]] = dict.fromkeys(Kind.values, EVERY) | {
    Kind.SAT_DOWN: (Channel.PUSH, Channel.HOOK)
}


def preferences_of(user: User) -> NotificationPreferences:
    """Return the member's preferences, or unsaved defaults."""
    preferences = NotificationPreferences.objects.filter(user=user).first()
    return preferences or NotificationPreferences(user=user)


def channels_of(preferences: NotificationPreferences, kind: str) -> Collection[str]:
    """Return the channels that the member wants for a kind of notification."""
    chosen: Collection[str] = preferences.channels.get(kind, USUAL[kind])
    return chosen


def mail_address(user: User) -> str:
    """Return a confirmed address, preferably the primary one; "" if there is none."""
    if user.is_guest or not user.is_active:
        return ""
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return "" if address is None else str(address.email)


def addresses_of(user: User) -> list[Address]:
    """Return all addresses of a member that can be used now."""
    if user.is_guest or not user.is_active:
        return []
    mail: list[Address] = [(Channel.MAIL, 0)] if mail_address(user) else []
    pushed = PushSubscription.objects.filter(user=user).values_list("pk", flat=True)
    hooked = Webhook.objects.filter(user=user, disabled_at=None).values_list("pk", flat=True)
    return mail + [(Channel.PUSH, pk) for pk in pushed] + [(Channel.HOOK, pk) for pk in hooked]


def reachable_among(users: Collection[int]) -> set[int]:
    """Return the keys of those users who have an address that can be used now."""
    members = User.objects.filter(pk__in=users, is_guest=False, is_active=True)
    verified = EmailAddress.objects.filter(user__in=members, verified=True)
    pushed = PushSubscription.objects.filter(user__in=members)
    hooked = Webhook.objects.filter(user__in=members, disabled_at=None)
    return {user for rows in (verified, pushed, hooked) for user in rows.values_list("user_id", flat=True)}
