"""Requests, as views may take them."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """What every view gets, behind the middleware of django-htmx: what htmx says of who asks."""

    htmx: HtmxDetails


def number_of(text: str | None, default: int = -1) -> int:
    """A number that somebody sent, as in a query; `default` if it is none, or one of more than six digits."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default
