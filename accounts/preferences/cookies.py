"""The cookies that keep how the pages look: language, theme, how fast moves are shown. They are read before anybody signs
in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse

THEMES = ("light", "dark")
# How fast moves are shown; normal where nothing is kept.
SPEEDS = ("quick", "none")


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Set the cookie for a year; an empty value takes it away, so that the browser decides again."""
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
