"""Sessions in the database. Keys that Django never makes are refused, because PostgreSQL can't look up all of them.

A late response doesn't sign anybody out. Signing in changes the session's key. A request that was sent before, such as
a browser's own request for the service worker, may be answered after, and finds no session. Django would then delete
the cookie, which holds the new key by now. Here only a request that ends a session deletes its cookie.

Sessions of version 1.0 are still read.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db

# The backend that signed a person in, by its path in version 1.0: sessions last a year.
MOVED = {"accounts.backends.NameBackend": "accounts.signin.backends.NameBackend"}


class SessionStore(db.SessionStore):
    # True if the cookie's session was looked for and doesn't exist.
    missing = False

    def load(self) -> dict[str, Any]:
        key = self.session_key
        data: dict[str, Any] = super().load()
        self.missing = key is not None and self.session_key is None
        return data

    def flush(self) -> None:
        super().flush()
        self.missing = False

    def is_empty(self) -> bool:
        """Return True if the response has to delete the cookie."""
        return bool(super().is_empty()) and not self.missing

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        data: dict[str, Any] = super().decode(session_data)
        if (name := data.get(BACKEND_SESSION_KEY)) in MOVED:
            data[BACKEND_SESSION_KEY] = MOVED[name]
        return data

    def _validate_session_key(self, key: str | None) -> bool:
        """Return True if the key could belong to a session."""
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
