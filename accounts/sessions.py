"""Sessions in the database, by names such as Django gives them: a cookie may say anything, also what PostgreSQL can't
be asked for. Those of version 1.0 are read as well."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db

# A session names what signed its person in, and lasts a year: what it is called by now, by its name in version 1.0.
MOVED = {"accounts.backends.NameBackend": "accounts.signin.backends.NameBackend"}


class SessionStore(db.SessionStore):
    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        data: dict[str, Any] = super().decode(session_data)
        if (name := data.get(BACKEND_SESSION_KEY)) in MOVED:
            data[BACKEND_SESSION_KEY] = MOVED[name]
        return data

    def _validate_session_key(self, key: str | None) -> bool:
        """Return True if the key could belong to a session."""
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
