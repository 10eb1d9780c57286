"""The cookies of preferences that pages need before anybody signs in: language, theme, speed of moves."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse

THEMES = ("light", "dark")
# The speeds of moves that a cookie stores. Without one, moves have normal speed.
SPEEDS = ("quick", "none")


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Set the cookie for a year. An empty value deletes it, so that the browser's preference applies."""
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


def keep_language(response: HttpResponse, language: str) -> None:
    keep(response, settings.LANGUAGE_COOKIE_NAME, language)


def keep_theme(response: HttpResponse, theme: str) -> None:
    keep(response, "theme", theme)


def keep_speed(response: HttpResponse, speed: str) -> None:
    keep(response, "speed", speed)
