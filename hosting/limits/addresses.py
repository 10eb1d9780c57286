"""Where a visitor comes from, for all that is counted by address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from hosting.limits.networks import line_of


def address_of(forwarded: Sequence[str], peer: str) -> str:
    """As allauth finds it for a request: of the values of X-Forwarded-For what the host's own proxies have added, else
    the peer."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    addresses = (
        [address.strip() for address in ",".join(forwarded).split(",")] if proxies and forwarded else []
    )
    return line_of(addresses[-proxies] if 0 < proxies <= len(addresses) else peer)


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Of a socket."""
    forwarded = [value.decode("latin1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return address_of(forwarded, str((scope.get("client") or [""])[0]))
