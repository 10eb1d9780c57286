"""The invitation links that a visitor has opened: in the session of somebody signed in, else in a cookie, so that
nothing is stored for whoever only looks in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "invites"
MOST = 50
# As games.models.table makes them.
TOKEN = re.compile(r"[\w-]{1,22}", re.ASCII)


def opened(cookies: Mapping[str, str], session: Any) -> list[str]:
    """Their tokens. Whoever knows a token may use it, so the cookie needs no signature."""
    told = [each for each in cookies.get(COOKIE, "")[:2000].split(".") if TOKEN.fullmatch(each)]
    return [*session.get("invites", []), *told[-MOST:]]


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> HttpResponse:
    """Return the answer; the visitor has opened that link from now on."""
    known = opened(request.COOKIES, request.session)
    if token in known:
        return answer
    tokens = [*dict.fromkeys(known), token][-MOST:]
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
