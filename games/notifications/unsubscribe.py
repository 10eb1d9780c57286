"""The link in each mail by which its kinds of news stop, for whoever holds it: signed, without a sign-in, for good."""

from __future__ import annotations

from collections.abc import Collection

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.models import Notification, NotificationPreferences
from games.notifications.routing import Channel, channels_of

SIGNER = signing.Signer(salt="games.notifications.unsubscribe")


def token(user_id: int, kinds: Collection[str]) -> str:
    return SIGNER.sign_object({"user": user_id, "kinds": sorted(kinds)})


def read(signed: str) -> tuple[User, list[str]] | None:
    """Whose mails of which kinds it stops; None if nobody here has signed it, or the account is gone."""
    try:
        said = SIGNER.unsign_object(signed)
        user = User.objects.filter(pk=said["user"]).first()
    except (signing.BadSignature, ValueError, KeyError, TypeError):
        return None
    kinds = [kind for kind in Notification.Kind.values if kind in said["kinds"]]
    return None if user is None else (user, kinds)


def stop_mails(user: User, kinds: Collection[str]) -> None:
    """No more mails of these kinds to that member; other ways stay as they are."""
    with transaction.atomic():
        preferences, _made = NotificationPreferences.objects.select_for_update().get_or_create(user=user)
        for kind in kinds:
            others = [each for each in channels_of(preferences, kind) if each != Channel.MAIL]
            preferences.channels[kind] = others
        preferences.save(update_fields=["channels"])
