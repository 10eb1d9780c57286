"""What outlives a request: sockets that stay open after their sign-in has ended, sessions whose time is over."""

from __future__ import annotations

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef


def end_sockets(user_id: int) -> None:
    """Close every socket of that person once the change is committed; their pages load anew and ask again."""
    from games import live  # accounts stands below games and may not load it to be loaded itself

    transaction.on_commit(lambda: live.sign_off(user_id))


def remove_expired(now: datetime) -> int:
    """Delete the sessions whose time is over, and where those and others that ended were used; how many were over."""
    removed: int = Session.objects.filter(expire_date__lt=now).delete()[0]
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(there)).delete()
    return removed
