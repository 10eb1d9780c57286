"""Where a form asks to be led on to."""

from __future__ import annotations

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url


def next_address(request: HttpRequest) -> str | None:
    """`next` if it is a path of this site; never the name of a view, which Django's `redirect` would follow."""
    address: str | None = get_next_redirect_url(request)
    return address if address and address.startswith("/") else None


def address_after(request: HttpRequest) -> str:
    """The same, or where one goes who has just signed in."""
    return next_address(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
