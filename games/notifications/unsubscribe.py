"""The signed link in each mail that stops mails of its kinds, without sign-in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.models import Notification, NotificationPreferences
from games.notifications.routing import Channel, channels_of

# OLD_SALT is version 1.0's. Links in its mails stay valid.
SALT, OLD_SALT = "games.notifications.unsubscribe", "games.post.unsubscribe"


def token(user_id: int, kinds: Collection[str]) -> str:
    return signing.Signer(salt=SALT).sign_object({"user": user_id, "kinds": sorted(kinds)})


def read(signed: str) -> tuple[User, list[str]] | None:
    """Return the member and the kinds of a token; None if its signature is wrong or the account is gone."""
    try:
        content = _unsigned(signed)
        user = User.objects.filter(pk=content["user"]).first()
    except (signing.BadSignature, ValueError, KeyError, TypeError):
        return None
    kinds = [kind for kind in Notification.Kind.values if kind in content["kinds"]]
    return None if user is None else (user, kinds)


def _unsigned(signed: str) -> Any:
    try:
        return signing.Signer(salt=SALT).unsign_object(signed)
    except signing.BadSignature:
        return signing.Signer(salt=OLD_SALT).unsign_object(signed)


def stop_mails(user: User, kinds: Collection[str]) -> None:
    """Stop mails of these kinds to the member. Other channels stay as they are."""
    with transaction.atomic():
        preferences, _made = NotificationPreferences.objects.select_for_update().get_or_create(user=user)
        for kind in kinds:
            others = [channel for channel in channels_of(preferences, kind) if channel != Channel.MAIL]
            preferences.channels[kind] = others
        preferences.save(update_fields=["channels"])
