"""What outlives a request: sockets that stay open after their sign-in has ended."""

from __future__ import annotations

from django.db import transaction


def end_sockets(user_id: int) -> None:
    """Close every socket of that person once the change is committed; their pages load anew and ask again."""
    from games import live  # accounts stands below games and may not load it to be loaded itself

    transaction.on_commit(lambda: live.sign_off(user_id))
