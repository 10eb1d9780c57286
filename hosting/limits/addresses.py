"""The address of a visitor, and the networks that a limit by address counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import Any

from django.conf import settings
from django.http import HttpRequest

# The bits of an IPv6 address that identify a line. Its owner chooses the others freely.
LINE = 64
# Providers give whole networks to one customer: up to a /56 to a home, a /48 to a company or a tunnel. For each: its
# bits, and the limit of the whole network as a multiple of a line's.
WIDER = ((56, 4), (48, 16))
# The first bytes of an IPv4 address that is written as IPv6.
MAPPED = bytes(10) + b"\xff\xff"
# A network, and its limit as a multiple of one address's.
Network = tuple[str, int]


def address_of(forwarded: Sequence[str], peer: str) -> str:
    """Return the visitor's line, from the part of X-Forwarded-For that the host's own proxies have added, else `peer`.

    allauth finds a request's address in the same way.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    addresses = (
        [address.strip() for address in ",".join(forwarded).split(",")] if proxies and forwarded else []
    )
    return line_of(addresses[-proxies] if 0 < proxies <= len(addresses) else peer)


def address_of_request(request: HttpRequest) -> str:
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR")
    return address_of([forwarded] if forwarded else [], request.META.get("REMOTE_ADDR", ""))


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the address of an ASGI connection."""
    forwarded = [value.decode("latin1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return address_of(forwarded, str((scope.get("client") or [""])[0]))


def line_of(address: str) -> str:
    """Return the visitor's line: an IPv4 address, or the /64 of an IPv6 address."""
    return networks_of(address)[0][0]


def networks_of(address: str) -> tuple[Network, ...]:
    """Return the networks that a limit by address counts: the visitor's line, then the wider ones."""
    packed = _packed(address)
    if packed is None:
        return ((address, 1),)
    if packed.startswith(MAPPED):
        return ((inet_ntop(AF_INET, packed[len(MAPPED) :]), 1),)
    wider = [(f"{_network(packed, bits)}/{bits}", times) for bits, times in WIDER]
    return ((_network(packed, LINE), 1), *wider)


def path_of(address: str) -> tuple[str, ...]:
    """Return the networks of an address, the widest first, for taking turns."""
    return tuple(network for network, _times in reversed(networks_of(address)))


def _packed(address: str) -> bytes | None:
    """Return the bytes of an IPv6 address; None for another text. Takes 3 µs, so results need no cache."""
    if ":" not in address:
        return None
    try:
        return inet_pton(AF_INET6, address.partition("%")[0])
    except (OSError, ValueError):
        return None


def _network(packed: bytes, bits: int) -> str:
    return inet_ntop(AF_INET6, packed[: bits // 8].ljust(16, b"\0"))
