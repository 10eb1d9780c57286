"""Signing in by name, in whichever case or look-alike letters it is typed."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class NameBackend(AuthenticationBackend):  # type: ignore[misc]
    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        # For an unknown name allauth hashes the password all the same, so that the time taken tells nothing.
        found: User | None = self._check_password(User.objects.named(username), password)
        return found
