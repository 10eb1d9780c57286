"""The answer while Valkey, which counts attempts for several processes, can't be reached.

No password is tried without counting it: otherwise an attacker would only have to wait for an outage.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import sync_only_middleware

log = structlog.get_logger("unbirthday.accounts")
RETRY_AFTER = "30"


@sync_only_middleware
def answer_without_counters(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    answer.process_exception = unavailable  # type: ignore[attr-defined]
    return answer


def unavailable(request: HttpRequest, error: Exception) -> HttpResponse | None:
    if not is_valkeys(error):
        return None
    log.warning("counters_away", path=request.path, why=str(error))
    response = render(request, "503.html", status=503)
    response["Retry-After"] = RETRY_AFTER
    return response


def is_valkeys(error: Exception) -> bool:
    """Return True if the error says that Valkey can't be reached."""
    if not settings.CHANNEL_URL:
        return False
    # Imported here, because it slows the start down and only sites of several processes need it.
    from redis.exceptions import ConnectionError, TimeoutError

    return isinstance(error, ConnectionError | TimeoutError)
