"""Tokens for members' scripts. A token is shown once; only its SHA-256 is stored."""

from __future__ import annotations

import hashlib
import secrets

from django.http import HttpRequest

from accounts.models import User

PREFIX = "ub_"


def make(person: User) -> str:
    """Return a new token, which replaces the person's old one."""
    token = PREFIX + secrets.token_urlsafe(32)
    person.token_hash = _hash(token)
    person.save(update_fields=["token_hash"])
    return token


def revoke(person: User) -> None:
    person.token_hash = None
    person.save(update_fields=["token_hash"])


def owner(request: HttpRequest) -> User | None:
    """Return the owner of the request's token (`Authorization: Bearer …`), None if there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    return User.objects.filter(token_hash=_hash(token.strip()), is_active=True, is_guest=False).first()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
