"""What one visitor has of addresses. Everything that is counted by address asks this module."""

from __future__ import annotations

from socket import AF_INET, AF_INET6, inet_ntop, inet_pton

# Bits of an IPv6 address that are a line's; the rest its owner chooses freely.
LINE = 64
# Providers give whole networks to one customer: a home has up to a /56, a company or a tunnel a /48. Of each such network
# the bits, and how many lines' limits all of it may use up.
WIDER = ((56, 4), (48, 16))
# The first bytes of an IPv4 address that is written as IPv6.
MAPPED = bytes(10) + b"\xff\xff"
# A network, and how many times the limit of one address it has.
Network = tuple[str, int]


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
