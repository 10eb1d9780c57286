"""How often something may be done: the rates stand in settings.ACCOUNT_RATE_LIMITS, allauth counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse

from accounts.models import User

# What addresses are doing just now, in this process.
_under_way: set[tuple[str, str]] = set()
_lock = Lock()


def refused(
    request: HttpRequest, action: str, key: str | None = None, user: User | None = None, reading: bool = False
) -> HttpResponse | None:
    """Count one more; the page that says so if that were too many. `key` and `user` are whose rates of that kind
    count, `user` is whoever asks by default. Unless `reading` counts too, a GET does not."""
    answer: HttpResponse | None = ratelimit.consume_or_429(
        request, action=action, key=key, user=user, limit_get=reading
    )
    return answer


def refused_by_now(request: HttpRequest, action: str) -> HttpResponse | None:
    """The page that says so if there were too many already; nothing is counted."""
    if ratelimit.consume(request, action=action, dry_run=True):
        return None
    answer: HttpResponse = ratelimit.respond_429(request)
    return answer


@contextmanager
def alone(request: HttpRequest, action: str) -> Iterator[HttpResponse | None]:
    """The page that says so if the same address is at it already: what counts when it is over would let in as many as come
    at once."""
    whose = action, get_adapter().get_client_ip(request)
    with _lock:
        free = whose not in _under_way
        _under_way.add(whose)
    try:
        yield None if free else ratelimit.respond_429(request)
    finally:
        if free:
            _under_way.discard(whose)
