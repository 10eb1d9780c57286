"""Limits on actions on pages; the limiter is in hosting/limits/.

allauth counts attempts to sign in. Here they are counted for the wider networks of an address as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from hosting.limits.addresses import address_of_request, networks_of
from hosting.limits.buckets import limiter, retry_after
from hosting.limits.places import places

APP = "allauth.account"


def refusal(
    request: HttpRequest, name: str, *, user: User | None = None, reading: bool = False
) -> HttpResponse | None:
    """Count one more for the address and for `user`, by default the person who is signed in.

    Return the page that refuses the action if there were too many, else None. A GET counts only if `reading`.
    """
    if request.method == "GET" and not reading:
        return None
    return _refused_for(request, spent(request, name, user=user))


def spent(request: HttpRequest, name: str, *, user: User | None = None) -> float:
    """Count one more as `refusal` does, and return the seconds to wait if there were too many, else 0."""
    return limiter.spend(name, **_whose(request, user))


def refusal_by_now(request: HttpRequest, name: str) -> HttpResponse | None:
    """Return the page that refuses the action if there were too many already. Counts nothing."""
    return _refused_for(request, limiter.wait(name, **_whose(request)))


def _refused_for(request: HttpRequest, wait: float) -> HttpResponse | None:
    return later(too_many(request), wait) if wait else None


def later(refused: HttpResponse, wait: float) -> HttpResponse:
    """Return the refusal with the header that says when the action is accepted again."""
    refused["Retry-After"] = str(retry_after(wait))
    return refused


def require(request: HttpRequest, name: str) -> None:
    """Count one more as `refusal` does, and answer with its page if there were too many."""
    if answer := refusal(request, name):
        raise ImmediateHttpResponse(answer)


def _whose(request: HttpRequest, user: User | None = None) -> dict[str, Any]:
    person = user.pk if user else request.user.pk
    return {"address": address_of_request(request), "person": person}


@contextmanager
def one_at_a_time(request: HttpRequest, name: str) -> Iterator[HttpResponse | None]:
    """Take a place for the address during the block. Yield the page that refuses it if no place is free, else None.

    Something that counts only when it is over would otherwise let in any number at once.
    """
    taken = places.take(name, address=address_of_request(request))
    try:
        yield too_many(request) if taken is None else None
    finally:
        places.leave(taken or {})


def too_many(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = ratelimit.respond_429(request)
    return answer


# --- Attempts to sign in


def count(
    request: HttpRequest,
    action: str,
    key: str | None = None,
    from_here: str | None = None,
) -> Any:
    """Count one more attempt to sign in; None if there were too many, else what can be rolled back.

    Rates by key count for `key`, or for the address and `from_here` together. The rates are in
    settings.ACCOUNT_RATE_LIMITS.
    """
    wider = list(_by_wider_networks(request, action, from_here))
    # A refused line costs its network nothing, and a refused network costs the line nothing.
    if not all(ratelimit.consume(request, **bucket, dry_run=True) for bucket in wider):
        return None
    if from_here is not None:
        key = f"{ratelimit.get_ip(request)} {from_here}"
    used = ratelimit.consume(request, app=APP, action=action, key=key)
    for bucket in wider if used else ():
        if (more := ratelimit.consume(request, **bucket)) is None:
            return None
        used.usage += more.usage
    return used


def _by_wider_networks(
    request: HttpRequest, action: str, from_here: str | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the arguments for allauth's limiter for each network around the visitor's line.

    allauth itself counts by line.
    """
    rates = ratelimit.get_rates(app=APP, action=action)
    for network, times in networks_of(get_adapter().get_client_ip(request))[1:]:
        keys = {"ip": network} | ({} if from_here is None else {"key": f"{network} {from_here}"})
        for per, key in keys.items():
            scaled = [f"{rate.amount * times}/{rate.duration}s/key" for rate in rates if rate.per == per]
            if scaled:
                yield {"app": APP, "action": action, "key": key, "config": {action: ",".join(scaled)}}


def _by_line(action: str) -> dict[str, Any]:
    """Return the arguments of allauth's own check, without limits by other keys than the line."""
    rates = [rate.strip() for rate in (app_settings.RATE_LIMITS.get(action) or "").split(",")]
    by_line = ",".join(rate for rate in rates if rate.endswith("/ip"))
    return {"app": APP, "action": action, "config": {action: by_line}}


def by_network(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a view of allauth's. allauth counts by line alone; here its POSTs count for wider networks as well."""

    def decorator(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            wider = list(_by_wider_networks(request, action))
            # A refused line takes nothing from its neighbours.
            buckets = [_by_line(action), *wider]
            if wider and not all(ratelimit.consume(request, **bucket, dry_run=True) for bucket in buckets):
                return too_many(request)
            for bucket in wider:
                if not ratelimit.consume(request, **bucket):
                    return too_many(request)
            return view(request, *args, **kwargs)

        return limited

    return decorator
