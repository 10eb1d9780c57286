"""Types and parsers for requests."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request behind the middleware of django-htmx."""

    htmx: HtmxDetails


def number_of(text: str | None, default: int = -1) -> int:
    """Return a number of at most six digits from a request; `default` if the text is no such number."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default


def asked_language(request: HttpRequest) -> str:
    """Return the language that `?l=fr` asks for, else the reader's. Messengers that show pictures send no language."""
    code = request.GET.get("l", "")
    return code if code in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE
