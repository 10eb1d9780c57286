"""Remembering the invitation links that a visitor opens (games/queries/links.py reads them)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from accounts.cookies import keep
from games.queries.links import COOKIE, MOST_LINKS, OPENED_LINKS, opened


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> HttpResponse:
    """Remember that the visitor has opened the link, and return the answer."""
    tokens_before = opened(request.COOKIES, request.session)
    if token in tokens_before:
        return answer
    tokens = [*dict.fromkeys(tokens_before), token][-MOST_LINKS:]
    if request.user.is_authenticated:
        request.session[OPENED_LINKS] = tokens
    else:
        keep(answer, COOKIE, ".".join(tokens))
    return answer
