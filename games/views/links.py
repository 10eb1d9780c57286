"""Remembering the invitation links that a visitor opens (games/queries/links.py reads them)."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.queries.links import COOKIE, MOST_LINKS, opened


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> HttpResponse:
    """Remember that the visitor has opened the link, and return the answer."""
    tokens_before = opened(request.COOKIES, request.session)
    if token in tokens_before:
        return answer
    tokens = [*dict.fromkeys(tokens_before), token][-MOST_LINKS:]
    if request.user.is_authenticated:
        request.session["invites"] = tokens
    else:
        answer.set_cookie(
            COOKIE,
            ".".join(tokens),
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer
