"""Pages for failures: 503 while the database can't be reached or written to, else 500."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from hosting.database_errors import is_passing

RETRY_AFTER = "2"


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a failed request. Django calls this while it handles the exception, which it logs.

    The page makes no queries.
    """
    if not is_passing(sys.exc_info()[1]):
        return defaults.server_error(request)
    return away()


def away() -> HttpResponse:
    response = HttpResponse(render_to_string("database_away.html"), status=503)
    response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response
