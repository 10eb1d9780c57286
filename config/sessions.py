"""Sessions in the database, by names such as Django gives them: a cookie may say anything, also what PostgreSQL can't be
asked for."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Whether there may be such a session."""
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
