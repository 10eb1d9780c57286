"""Sign-in by name, typed in any case or in look-alike letters."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class NameBackend(AuthenticationBackend):  # type: ignore[misc]
    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        # allauth hashes the password for unknown names as well, so that response times reveal nothing.
        person: User | None = self._check_password(User.objects.named(username), password)
        return person
