"""The site's own cookies. All of them last as long as a session, and no script reads them."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse


def set_or_delete(response: HttpResponse, name: str, value: str) -> None:
    """Set the cookie for a year. An empty value deletes it."""
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name,
        value,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
