"""The address of a visitor, and the networks that a limit by address counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import Any

from django.conf import settings
from django.http import HttpRequest

# Bits of an IPv6 address that are a line's; its owner chooses the rest freely.
LINE = 64
# Providers give whole networks to one customer: a home has up to a /56, a company or a tunnel a /48. For each such
# network: the bits, and how many lines' limits the whole network has.
WIDER = ((56, 4), (48, 16))
# The first bytes of an IPv4 address that is written as IPv6.
MAPPED = bytes(10) + b"\xff\xff"
# A network, and how many times the limit of one address it has.
Network = tuple[str, int]


def address_of(forwarded: Sequence[str], peer: str) -> str:
    """Return the visitor's line: from X-Forwarded-For what the host's own proxies have added, otherwise the peer.
    allauth finds a request's address in the same way."""
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
    """Return what one visitor has: an IPv4 address, or the /64 of an IPv6 address."""
    return networks_of(address)[0][0]


def networks_of(address: str) -> tuple[Network, ...]:
    """Return what a limit by address counts: the visitor's line, then the wider networks that it is in."""
    packed = _packed(address)
    if packed is None:
        return ((address, 1),)
    if packed.startswith(MAPPED):
        return ((inet_ntop(AF_INET, packed[len(MAPPED) :]), 1),)
    wider = [(f"{_network(packed, bits)}/{bits}", times) for bits, times in WIDER]
    return ((_network(packed, LINE), 1), *wider)


def path_of(address: str) -> tuple[str, ...]:
    """Return the networks of an address, the widest first: those who take turns do so by them."""
    return tuple(network for network, _times in reversed(networks_of(address)))


def _packed(address: str) -> bytes | None:
    """Return the bytes of an IPv6 address; None if it is none. This takes 3 µs: nothing need be kept."""
    if ":" not in address:
        return None
    try:
        return inet_pton(AF_INET6, address.partition("%")[0])
    except (OSError, ValueError):
        return None


def _network(packed: bytes, bits: int) -> str:
    return inet_ntop(AF_INET6, packed[: bits // 8].ljust(16, b"\0"))
