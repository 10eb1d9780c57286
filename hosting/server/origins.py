"""Who may open a socket: pages of this site alone, by scheme, host and port. Cookies ride on sockets that other sites'
pages open, too."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}
# What proxies say of an encrypted socket: Traefik has a word of its own.
ENCRYPTED = (b"https", b"wss")
Origin = tuple[str, str, int]


class SameOrigin:
    """Refuses the handshake of every socket whose Origin is neither the address that it asks for nor one of
    CSRF_TRUSTED_ORIGINS, which Django believes for forms."""

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
    """Scheme, host and port; None of what is none."""
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
    said = headers.get(b"x-forwarded-proto", b"").strip().lower()
    # As SECURE_PROXY_SSL_HEADER: only behind a proxy is the header not the visitor's own.
    return scope.get("scheme") == "wss" or (settings.HTTPS and said in ENCRYPTED)


def _is_trusted(origin: Origin) -> bool:
    return any(_matches(origin, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def _matches(origin: Origin, trusted: str) -> bool:
    """`https://*.example.org` is every name under it."""
    wanted = origin_of(trusted.replace("*.", "", 1))
    if wanted is None or "*." not in trusted:
        return origin == wanted
    return (origin[0], origin[2]) == (wanted[0], wanted[2]) and origin[1].endswith("." + wanted[1])
