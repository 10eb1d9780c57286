"""Tokens with which a member's own scripts ask in the member's name. Shown once; only their SHA-256 is stored."""

from __future__ import annotations

import hashlib
import secrets

from django.core.cache import cache
from django.http import HttpRequest

from accounts.models import User

PREFIX = "ub_"
# Requests a minute: of one person, and wrong ones from one address.
MOST, MOST_WRONG = 60, 20
MINUTE = 60


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


def too_many(action: str, of: str, most: int) -> bool:
    """Count one more `action` of somebody or some address; whether that makes more than `most` this minute."""
    key = f"limit:{action}:{hashlib.sha256(of.encode()).hexdigest()}"
    cache.add(key, 0, MINUTE)
    try:
        return cache.incr(key) > most
    except ValueError:
        # It ran out just now, so a new minute begins.
        return False


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
