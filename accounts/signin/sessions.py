"""The end of sessions: close open sockets, turn off a session's features, delete expired sessions."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts import hooks, tokens
from accounts.models import User


def close_sockets(user_id: int) -> None:
    """Close the person's open sockets after the commit. Their pages reload."""
    for close in hooks.close_sockets:
        transaction.on_commit(partial(close, user_id))


def password_changed(person: User, here: SessionBase | None) -> None:
    """End the token, the sockets and the features of other sessions, which don't depend on the password's hash.

    Sessions carry that hash and end by themselves.
    """
    tokens.revoke(person)
    other_sessions_ended(person.pk, here)
    close_sockets(person.pk)


def session_ended(session: hooks.SessionValues, user_id: int) -> None:
    """Turn off the features that were turned on in a session of the person, such as push messages."""
    for end in hooks.session_ended:
        end(session, user_id)


def other_sessions_ended(user_id: int, here: SessionBase | None) -> None:
    """Turn off the features that were turned on in the person's sessions other than `here`."""
    key = None if here is None else here.session_key
    for session in UserSession.objects.filter(user=user_id).exclude(session_key=key or ""):
        session_ended(stored(session.session_key), user_id)


def stored(key: str) -> SessionBase:
    """Return the stored session with that key."""
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store


def remove_expired(now: datetime) -> int:
    """End expired sessions: turn off their features, delete them and their entries in the lists of sessions.

    Return the number of expired ones.
    """
    expired = Session.objects.filter(expire_date__lt=now)
    owners = UserSession.objects.filter(session_key__in=expired.values("session_key"))
    users = dict(owners.values_list("session_key", "user"))
    for session in expired.filter(session_key__in=users):
        session_ended(session.get_decoded(), users[session.session_key])
    removed: int = expired.delete()[0]
    sessions = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(sessions)).delete()
    return removed
