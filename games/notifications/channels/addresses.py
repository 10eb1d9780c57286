"""Checks the URLs that members give.

The name is looked up once, and `safe_http` connects to the checked IP addresses.

A URL may lead into the host's own network, now or after the next look-up. Only public addresses are allowed; tests also
allow loopback ones (OUTGOING_LOOPBACK).
"""

from __future__ import annotations

import ipaddress
import queue
import socket
import threading
import time
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.notifications.channels.errors import SendError

LONGEST = 1000
# The usual ports of public HTTPS. Others may belong to databases and admin pages.
PORTS = (443, 8443)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
UNICAST = ipaddress.IPv6Network("2000::/3")
# Networks that some version of ipaddress takes for global but that must not be contacted.
CLOSED: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = (
    ipaddress.IPv4Network("192.0.0.0/24"),  # protocol assignments (RFC 6890)
    ipaddress.IPv4Network("192.88.99.0/24"),  # relays of 6to4 (RFC 7526)
    ipaddress.IPv6Network("2001::/23"),  # protocol assignments; Teredo
    ipaddress.IPv6Network("2002::/16"),  # 6to4: any IPv4 address may be in it
    ipaddress.IPv6Network("2001:db8::/32"),  # documentation
    ipaddress.IPv6Network("3fff::/20"),  # documentation (RFC 9637)
    ipaddress.IPv6Network("3ffe::/16"),  # given back (RFC 3701)
)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Place(NamedTuple):
    """A checked URL: the host as in its certificate, port, path with query, and IP addresses to connect to."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[Address, ...]


class Deadline:
    def __init__(self, seconds: float) -> None:
        self.ends = time.monotonic() + seconds

    def left(self) -> float:
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def look_up(url: str, deadline: Deadline) -> Place:
    """Check a URL and look its name up. Raises SendError if it is not allowed (permanent) or its name isn't found."""
    parts, port = _parts(url)
    host = _host(parts)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = "?" + quote(parts.query, safe="/%:@!$&'()*+,;=~?") if parts.query else ""
    try:
        addresses = _addresses(host, port, deadline)
    except TimeoutError as error:
        raise SendError(_("The name of this address could not be looked up.")) from error
    for address in addresses:
        _allow(address, parts.scheme, port)
    return Place(parts.scheme, host=host, port=port, path=path + query, addresses=addresses)


def _parts(url: str) -> tuple[SplitResult, int]:
    # urlsplit silently drops line ends and tabs, and some parsers read a backslash as a slash.
    if len(url) > LONGEST or any(letter <= " " or letter in "\\\x7f" for letter in url):
        raise SendError(_("This is not an address of the web."), permanent=True)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise SendError(_("This is not an address of the web."), permanent=True) from error
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.OUTGOING_LOOPBACK):
        raise SendError(_("The address must begin with https://."), permanent=True)
    if "@" in parts.netloc:
        raise SendError(_("The address must not hold a name or a password."), permanent=True)
    return parts, (443 if parts.scheme == "https" else 80) if port is None else port


def _host(parts: SplitResult) -> str:
    """Return the host in ASCII, as in a certificate. Numeric hosts must be in the standard notation."""
    try:
        host = parts.hostname or ""
        if ":" in host or "[" in parts.netloc:
            return str(ipaddress.IPv6Address(host if "%" not in host else ""))
        host = host.encode("idna").decode().lower().removesuffix(".")
        last = host.rpartition(".")[2]
        if last.isdigit() or last.startswith("0x"):
            return str(ipaddress.IPv4Address(host))
    except ValueError as error:
        raise SendError(_("This is not an address of the web."), permanent=True) from error
    if not host or not all(letter.isalnum() or letter in "-._" for letter in host):
        raise SendError(_("This is not an address of the web."), permanent=True)
    return host


def _addresses(host: str, port: int, deadline: Deadline) -> tuple[Address, ...]:
    """Return all addresses of a name. Uses a thread, since a slow look-up can't be cancelled otherwise."""
    answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def ask() -> None:
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(info[4][0]) for info in infos])
        except (OSError, ValueError):
            answers.put([])

    threading.Thread(target=ask, daemon=True).start()
    try:
        texts = answers.get(timeout=deadline.left())
    except queue.Empty as error:
        raise TimeoutError from error
    if not texts:
        raise SendError(_("There is no machine of this name."))
    return tuple(dict.fromkeys(ipaddress.ip_address(text) for text in texts))


def _allow(address: Address, scheme: str, port: int) -> None:
    inner = _inner(address)
    if settings.OUTGOING_LOOPBACK and inner.is_loopback:
        return
    if not is_public(inner):
        raise SendError(
            _("This address leads into a private network, where nothing is sent."), permanent=True
        )
    if scheme != "https":
        raise SendError(_("The address must begin with https://."), permanent=True)
    if port not in PORTS:
        raise SendError(_("The port of the address must be 443 or 8443."), permanent=True)


def _inner(address: Address) -> Address:
    """Return the IPv4 address that the system or a NAT64 gateway would extract from an IPv6 one, else the address."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Return True if the address is public. This is the only definition of what is allowed."""
    if isinstance(address, ipaddress.IPv6Address) and (address not in UNICAST or address.scope_id):
        return False
    if any(address.version == net.version and address in net for net in CLOSED):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
