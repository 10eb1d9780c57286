"""A browser's push messages belong to the session in which somebody turned them on, and end with it."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase

from games.models import PushSubscription

# In a session: the hash of the endpoint that its browser gave.
PUSHED = "push_endpoint"


def end_push(session: SessionBase, user_id: int) -> None:
    """That session's browser gets no more of the person's messages, if it was there that they were turned on."""
    if endpoint := session.get(PUSHED):
        PushSubscription.objects.filter(user_id=user_id, endpoint_hash=endpoint).delete()
