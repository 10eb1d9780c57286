"""Where a form asks to be led on to."""

from __future__ import annotations

from allauth.account.utils import get_next_redirect_url
from django.http import HttpRequest


def next_address(request: HttpRequest) -> str | None:
    """`next` if it is a path of this site; never the name of a view, which Django's `redirect` would follow."""
    address: str | None = get_next_redirect_url(request)
    return address if address and address.startswith("/") else None
