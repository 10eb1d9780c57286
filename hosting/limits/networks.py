"""What one visitor has of addresses. Everything that is counted by address asks this module."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

# Bits of an IPv6 address that are a line's; the rest its owner chooses freely.
LINE = 64
# Providers give whole networks to one customer: a home has up to a /56, a company or a tunnel a /48. Of each such network
# the bits, and how many lines' limits all of it may use up.
WIDER = ((56, 4), (48, 16))
# A network, and how many times the limit of one address it has.
Network = tuple[str, int]


@lru_cache(maxsize=10_000)
def line_of(address: str) -> str:
    """Return what one visitor has: an IPv4 address, or the /64 of an IPv6 address."""
    parsed = _parsed(address)
    if parsed is None:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, LINE), strict=False).network_address)
    return str(parsed)


@lru_cache(maxsize=10_000)
def networks_of(address: str) -> tuple[Network, ...]:
    """Return what a limit by address counts: the visitor's line, then the wider networks that it is in."""
    line = line_of(address)
    parsed = _parsed(line)
    if not isinstance(parsed, IPv6Address):
        return ((line, 1),)
    wider = [(str(IPv6Network((parsed, bits), strict=False)), times) for bits, times in WIDER]
    return ((line, 1), *wider)


def path_of(address: str) -> tuple[str, ...]:
    """Return the networks of an address, the widest first: those who take turns do so by them."""
    return tuple(network for network, _times in reversed(networks_of(address)))


def _parsed(address: str) -> object:
    """Return the address, an IPv4 one even if it is written as IPv6; None if it is none."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed
