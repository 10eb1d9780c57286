"""Origins of sockets: only pages of this site may open one, by scheme, host and port.

Browsers send cookies with sockets that pages of other sites open, too.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}
# Values of X-Forwarded-Proto for an encrypted socket. Traefik sends the second.
ENCRYPTED = (b"https", b"wss")
Origin = tuple[str, str, int]


class SameOrigin:
    """Refuses sockets whose Origin is neither the requested address nor in CSRF_TRUSTED_ORIGINS."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        application = self.application if is_allowed(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_allowed(scope: Any) -> bool:
    headers = {name.lower(): value for name, value in scope.get("headers", [])}
    origin = origin_of(headers.get(b"origin", b"").decode("latin1"))
    return origin is not None and (origin == _asked_for(scope, headers) or _is_trusted(origin))


def origin_of(address: str) -> Origin | None:
    """Return scheme, host and port; None if the address is malformed."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname.lower(), port) if parts.hostname else None


def _asked_for(scope: Any, headers: dict[bytes, bytes]) -> Origin | None:
    host = headers.get(b"host", b"").decode("latin1")
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return None
    return origin_of(f"{'https' if _is_encrypted(scope, headers) else 'http'}://{host}")


def _is_encrypted(scope: Any, headers: dict[bytes, bytes]) -> bool:
    protocol = headers.get(b"x-forwarded-proto", b"").strip().lower()
    # As with SECURE_PROXY_SSL_HEADER: without a proxy a visitor could set the header.
    return scope.get("scheme") == "wss" or (settings.HTTPS and protocol in ENCRYPTED)


def _is_trusted(origin: Origin) -> bool:
    return any(_matches(origin, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _matches(origin: Origin, trusted: str) -> bool:
    """Return True if they are equal; `https://*.example.org` matches every name under it."""
    wanted = origin_of(trusted.replace("*.", "", 1))
    if wanted is None or "*." not in trusted:
        return origin == wanted
    return (origin[0], origin[2]) == (wanted[0], wanted[2]) and origin[1].endswith("." + wanted[1])
