"""How often something may be done: the rates stand in settings.ACCOUNT_RATE_LIMITS, allauth counts. What counts by address
counts for the networks that the address is in, too (hosting/limits/networks.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from hosting.limits.networks import networks_of

APP = "allauth.account"
# What networks are doing just now, in this process.
_under_way: Counter[tuple[str, str]] = Counter()
_lock = Lock()


def count(
    request: HttpRequest,
    action: str,
    key: str | None = None,
    user: User | None = None,
    reading: bool = False,
    from_here: str | None = None,
) -> Any:
    """Count one more; None if that were too many, else what can be rolled back. `key` and `user` are whose rates of that
    kind count, `user` is whoever asks by default; rates by key count for the address and the key `from_here` together if
    that is given. Unless `reading` counts too, a GET does not."""
    wider = [each | {"limit_get": reading} for each in _by_wider_networks(request, action, from_here)]
    # Nothing is counted for a line in a network that has used up its own, nor the other way round.
    if not all(ratelimit.consume(request, **each, dry_run=True) for each in wider):
        return None
    if from_here is not None:
        key = f"{ratelimit.get_ip(request)} {from_here}"
    used = ratelimit.consume(request, app=APP, action=action, key=key, user=user, limit_get=reading)
    for each in wider if used else ():
        if (more := ratelimit.consume(request, **each)) is None:
            return None
        used.usage += more.usage
    return used


def _by_wider_networks(
    request: HttpRequest, action: str, from_here: str | None = None
) -> Iterator[dict[str, Any]]:
    """What allauth is to be asked for each network around the visitor's line. Its own count is by line."""
    rates = ratelimit.get_rates(app=APP, action=action)
    for network, times in networks_of(get_adapter().get_client_ip(request))[1:]:
        keys = {"ip": network} | ({} if from_here is None else {"key": f"{network} {from_here}"})
        for per, key in keys.items():
            scaled = [f"{each.amount * times}/{each.duration}s/key" for each in rates if each.per == per]
            if scaled:
                yield {"app": APP, "action": action, "key": key, "config": {action: ",".join(scaled)}}


def refused(request: HttpRequest, action: str, **whose: Any) -> HttpResponse | None:
    """Count one more, as `count` does; the page that says so if that were too many."""
    return None if count(request, action, **whose) else _too_many(request)


def hold(request: HttpRequest, action: str) -> None:
    """Count one more for the address, and for the person who asks if somebody is signed in; answer with the page that says
    so if those were too many."""
    signed_in = request.user.is_authenticated
    # The person first: whoever is refused takes nothing from their neighbours.
    if (signed_in and refused(request, f"{action}_of_one")) or refused(request, action):
        raise ImmediateHttpResponse(_too_many(request))


def address_of(request: HttpRequest) -> str:
    """Return where the request comes from."""
    address: str = get_adapter().get_client_ip(request)
    return address


def refused_by_now(request: HttpRequest, action: str) -> HttpResponse | None:
    """The page that says so if there were too many already; nothing is counted."""
    asked = [_by_line(action), *_by_wider_networks(request, action)]
    free = all(ratelimit.consume(request, **each, dry_run=True) for each in asked)
    return None if free else _too_many(request)


def _by_line(action: str) -> dict[str, Any]:
    """What allauth asks itself, without what it counts by something else."""
    rates = [each.strip() for each in (app_settings.RATE_LIMITS.get(action) or "").split(",")]
    by_line = ",".join(each for each in rates if each.endswith("/ip"))
    return {"app": APP, "action": action, "config": {action: by_line}}


def by_network(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view of allauth's, which counts by line alone: its POSTs count for the wider networks, too."""

    def decorator(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            wider = list(_by_wider_networks(request, action))
            # A line that has used up its own takes nothing from its neighbours.
            if wider and refused_by_now(request, action):
                return _too_many(request)
            for each in wider:
                if not ratelimit.consume(request, **each):
                    return _too_many(request)
            return view(request, *args, **kwargs)

        return limited

    return decorator


def _too_many(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = ratelimit.respond_429(request)
    return answer


@contextmanager
def alone(request: HttpRequest, action: str) -> Iterator[HttpResponse | None]:
    """The page that says so if the same address is at it already, or too many of its network are: what counts when it is
    over would let in as many as come at once."""
    whose = {(action, each): most for each, most in networks_of(get_adapter().get_client_ip(request))}
    with _lock:
        free = all(_under_way[each] < most for each, most in whose.items())
        if free:
            _under_way.update(whose.keys())
    try:
        yield None if free else _too_many(request)
    finally:
        if free:
            with _lock:
                _under_way.subtract(whose.keys())
                for each in whose:
                    if not _under_way[each]:
                        del _under_way[each]
