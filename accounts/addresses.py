"""What one visitor has of addresses: whatever is counted by address counts these."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

# Bits of an IPv6 address that are a line's; the rest its owner chooses freely.
LINE = 64


@lru_cache(maxsize=10_000)
def line_of(address: str) -> str:
    """What one visitor has: an address, or of IPv6 all that begin alike."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> (128 - LINE) << (128 - LINE)))
