"""The channels by which a member is told of each kind of news, and their addresses.

Addresses are a confirmed email address, browsers with push messages, and webhooks that are on. Guests have none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

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
    address = EmailAddress.objects.get_verified(user)
    return "" if address is None else str(address.email)


def addresses_of(users: Collection[int]) -> Mapping[int, Sequence[Address]]:
    """Return the addresses of members that can be used now, in three queries. Members without one are left out."""
    members = User.objects.filter(pk__in=users, is_guest=False, is_active=True)
    mailed = EmailAddress.objects.filter(user__in=members, verified=True).order_by()
    pushed = PushSubscription.objects.filter(user__in=members)
    hooked = Webhook.objects.filter(user__in=members, disabled_at=None)
    rows = [(user, (Channel.MAIL.value, 0)) for user in mailed.values_list("user_id", flat=True).distinct()]
    rows += [(user, (Channel.PUSH.value, pk)) for user, pk in pushed.values_list("user_id", "pk")]
    rows += [(user, (Channel.HOOK.value, pk)) for user, pk in hooked.values_list("user_id", "pk")]
    addresses: dict[int, list[Address]] = {}
    for user, address in rows:
        addresses.setdefault(user, []).append(address)
    return addresses
