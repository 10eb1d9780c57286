"""What outlives a request: sockets that stay open after their sign-in has ended, push messages to a browser in which
somebody has signed out, sessions whose time is over."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import PushSubscription

# In a session: the hash of the endpoint that its browser gave.
PUSHED = "push_endpoint"


def end_sockets(user_id: int) -> None:
    """Close every socket of that person once the change is committed; their pages load anew and ask again."""
    from games import live  # accounts stands below games and may not load it to be loaded itself

    transaction.on_commit(lambda: live.sign_off(user_id))


def end_push(session: SessionBase, user_id: int) -> None:
    """That session's browser gets no more of the person's messages, if it was there that they were turned on."""
    if endpoint := session.get(PUSHED):
        PushSubscription.objects.filter(user_id=user_id, endpoint_hash=endpoint).delete()


def end_push_elsewhere(user_id: int, here: SessionBase | None = None) -> None:
    """Push messages of all the person's other sessions end, as those sessions do with the password."""
    key = None if here is None else here.session_key
    for session in UserSession.objects.filter(user=user_id).exclude(session_key=key or ""):
        end_push(stored(session.session_key), user_id)


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
