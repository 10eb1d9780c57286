"""Tokens with which a member's own scripts ask in the member's name. Shown once; only their SHA-256 is stored."""

from __future__ import annotations

import hashlib
import secrets

from django.http import HttpRequest

from accounts import limits
from accounts.models import User

PREFIX = "ub_"


def make(person: User) -> str:
    """A new token, which ends the one that the person had."""
    token = PREFIX + secrets.token_urlsafe(32)
    person.token_hash = _hash(token)
    person.save(update_fields=["token_hash"])
    return token


def revoke(person: User) -> None:
    person.token_hash = None
    person.save(update_fields=["token_hash"])


def owner(request: HttpRequest) -> User | None:
    """Whose token the request shows (`Authorization: Bearer …`); None if it is nobody's."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    return User.objects.filter(token_hash=_hash(token.strip()), is_active=True, is_guest=False).first()


def too_many(request: HttpRequest, person: User | None) -> bool:
    """Count one more request of that person's, or of somebody unknown; whether there were too many (the rates are in
    settings.ACCOUNT_RATE_LIMITS)."""
    if person is None:
        return limits.refused(request, "wrong_token", reading=True) is not None
    return limits.refused(request, "turns", user=person, reading=True) is not None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
