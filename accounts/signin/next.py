"""The page that follows a form (`next`)."""

from __future__ import annotations

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url


def next_address(request: HttpRequest) -> str | None:
    """Return `next` if it is a path of this site, else None. Django's `redirect` would also follow names of views."""
    address: str | None = get_next_redirect_url(request)
    return address if address and address.startswith("/") else None


def address_after(request: HttpRequest) -> str:
    """Return `next`, or the page after sign-in."""
    return next_address(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
