"""Sessions in the database. Keys that Django never makes are refused, because PostgreSQL can't look up all of them.

Sessions of version 1.0 are still read.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db

# The backend that signed a person in, by its path in version 1.0: sessions last a year.
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
