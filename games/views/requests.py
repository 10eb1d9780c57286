"""Requests, as views may take them."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """What every view gets, behind the middleware of django-htmx: what htmx says of who asks."""

    htmx: HtmxDetails
