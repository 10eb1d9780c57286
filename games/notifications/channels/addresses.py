"""Where an address that a member gave leads: its name is looked up once, every answer is checked, and what comes out is
what `safe_http` connects to. An address may lead into the host's own network, today or at the next look-up, on purpose
or not. Only public ones pass; on a test's word (OUTGOING_LOOPBACK) this machine's own, too."""

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
# The two on which HTTPS is served to the public. Others are where databases and admin pages live.
PORTS = (443, 8443)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
UNICAST = ipaddress.IPv6Network("2000::/3")
# What ipaddress takes for global in some version of Python, and isn't a place to send to.
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
    """A checked address: the name as it is certified, the port, the path with its query, and where to connect."""

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
    """Where an address leads, now. SendError if nothing may be sent there (permanent) or its name isn't found."""
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
    return Place(parts.scheme, host, port, path + query, addresses)


def _parts(url: str) -> tuple[SplitResult, int]:
    # urlsplit drops line ends and tabs in silence, and a backslash is a slash to some.
    if len(url) > LONGEST or any(each <= " " or each in "\\\x7f" for each in url):
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
    """The name in ASCII, as a certificate has it; numbers only as everybody reads them."""
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
    if not host or not all(each.isalnum() or each in "-._" for each in host):
        raise SendError(_("This is not an address of the web."), permanent=True)
    return host


def _addresses(host: str, port: int, deadline: Deadline) -> tuple[Address, ...]:
    """All that the name stands for. Looked up on a thread of its own, since nothing else can end a slow look-up."""
    found: queue.SimpleQueue[list[str]] = queue.SimpleQueue()

    def ask() -> None:
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put([str(info[4][0]) for info in infos])
        except (OSError, ValueError):
            found.put([])

    threading.Thread(target=ask, daemon=True).start()
    try:
        texts = found.get(timeout=deadline.left())
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
    """The IPv4 address within an IPv6 one that the system or a NAT64 gateway would take out of it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether anybody on the Internet could be sent to at it: the one list of what is allowed."""
    if isinstance(address, ipaddress.IPv6Address) and (address not in UNICAST or address.scope_id):
        return False
    if any(address.version == net.version and address in net for net in CLOSED):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
