"""What outlives a request: pages and sockets that stay open after their sign-in has ended, what was turned on in a
session, sessions whose time is over."""

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

from accounts import tokens
from accounts.hooks import hooks
from accounts.models import User


def sign_off(user_id: int) -> None:
    """Close what that person has open once the change is committed; their pages load anew and ask again."""
    for close in hooks.sign_off:
        transaction.on_commit(partial(close, user_id))


def password_changed(person: User, here: SessionBase | None = None) -> None:
    """End what was opened with the old password and carries no hash of it, as the sessions do: the scripts' token,
    what was turned on in sessions other than `here`, sockets."""
    tokens.revoke(person)
    other_sessions_ended(person.pk, here)
    sign_off(person.pk)


def session_ended(session: SessionBase, user_id: int) -> None:
    """What was turned on in that session of the person's ends with it."""
    for end in hooks.session_ended:
        end(session, user_id)


def other_sessions_ended(user_id: int, here: SessionBase | None = None) -> None:
    """All the person's sessions but `here` have ended, as they do with the password."""
    key = None if here is None else here.session_key
    for session in UserSession.objects.filter(user=user_id).exclude(session_key=key or ""):
        session_ended(stored(session.session_key), user_id)


def stored(key: str) -> SessionBase:
    """The session of that key, as it is stored."""
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store


def remove_expired(now: datetime) -> int:
    """Delete the sessions whose time is over, and where those and others that ended were used; how many were over."""
    removed: int = Session.objects.filter(expire_date__lt=now).delete()[0]
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(there)).delete()
    return removed
