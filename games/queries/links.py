"""Invitation links that a visitor has opened.

They are in the session of a signed-in visitor, and otherwise in a cookie, so that nothing is stored for visitors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "invites"
MOST_LINKS = 50
# The form of tokens that games.models.table makes.
TOKEN = re.compile(r"[\w-]{1,22}", re.ASCII)


def opened(cookies: Mapping[str, str], session: Any) -> list[str]:
    """Return the opened links' tokens. The cookie needs no signature: a visitor who knows a token may use it."""
    cookie_tokens = [token for token in cookies.get(COOKIE, "")[:2000].split(".") if TOKEN.fullmatch(token)]
    return [*session.get("invites", []), *cookie_tokens[-MOST_LINKS:]]


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
