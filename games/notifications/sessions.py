"""Push messages end with the session in which they were turned on."""

from __future__ import annotations

from accounts.hooks import SessionValues
from games.models import PushSubscription

# Session key: the hash of the browser's endpoint.
PUSHED = "push_endpoint"


def end_push(session: SessionValues, user_id: int) -> None:
    """Delete the push subscription that was made in the session, if any."""
    if endpoint := session.get(PUSHED):
        PushSubscription.objects.filter(user_id=user_id, endpoint_hash=endpoint).delete()
