"""Checks of a page and a socket, requested as visitors do: by SITE_URL through all proxies."""

from __future__ import annotations

import base64
import http.client
import json
import secrets
import ssl
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing

from hosting.doctor.findings import Finding, right, wrong
from hosting.observability.health import DOCTOR, SALT

PATIENCE = 10  # seconds
# A socket that anybody may open, and an address that is reserved for documentation (RFC 5737).
SOCKET, INVENTED = "/ws/lobby/", "192.0.2.77"
FAULTS = (OSError, http.client.HTTPException)
START = "Start the site and the reverse proxy, and let SITE_URL lead to them."
# The advice by the status of an unexpected response.
TODO = {
    400: "Let the proxy pass on the Host header: the site refuses the name it is asked under.",
    429: "Wait a minute: this machine's address has asked for more than its share.",
    500: "The site runs and has failed: its log says at what.",
    502: "The reverse proxy does not reach the site: start the site, or mend its address in the proxy.",
    503: "The site can't do its work, or the proxy finds none that can: mend what is wrong above, and start the site.",
    504: "The site does not answer its reverse proxy: its log may say why; restart it.",
}


class Failed(Exception):
    """The site or its proxy has answered with this status instead of what was requested."""

    def __init__(self, status: int) -> None:
        self.status = status


def _connect() -> http.client.HTTPConnection:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme == "https":
        return http.client.HTTPSConnection(
            parts.hostname or "", parts.port, timeout=PATIENCE, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)


def _ask(path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = _connect()
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer, b"" if answer.status == 101 else answer.read()
    finally:
        connection.close()


def _arrival(**headers: str) -> dict[str, Any]:
    """Return the scheme, address and so on with which a request arrives at the site.

    ValueError if another site answers, or one with another key. Failed if it can't answer.
    """
    proof = signing.TimestampSigner(salt=SALT).sign(secrets.token_hex(4))
    answer, body = _ask("/healthz", **{DOCTOR: proof}, **headers)
    if answer.status in TODO:
        raise Failed(answer.status)
    arrival = json.loads(body)
    if not isinstance(arrival, dict):
        raise ValueError("not ours")
    return arrival


def check_page() -> Iterator[Finding]:
    try:
        answer, body = _ask("/about/", Accept="text/html")
    except ssl.SSLError as error:
        yield wrong(
            f"the certificate of {settings.SITE_URL} is not good: {error.reason or error}", "Renew it."
        )
        return
    except FAULTS as error:
        yield wrong(f"{settings.SITE_URL} does not answer: {error}", START)
        return
    if answer.status != 200:
        where = answer.getheader("Location", "")
        yield wrong(
            f"a page is answered with {answer.status} {where}".strip(), TODO.get(answer.status, START)
        )
    elif settings.SITE_NAME.encode() not in body:
        yield wrong(f"another site answers at {settings.SITE_URL}", START)
    else:
        yield right(f"{settings.SITE_URL} shows a page")


def check_proxies() -> Iterator[Finding]:
    try:
        plain, lied_to = _arrival(), _arrival(**{"X-Forwarded-For": INVENTED})
    except FAULTS as error:
        yield wrong(f"{settings.SITE_URL} does not answer: {error}", START)
        return
    except Failed as failed:
        yield wrong(f"/healthz is answered with {failed.status}", TODO[failed.status])
        return
    except ValueError:
        yield wrong("what answers has another SECRET_KEY", "Run the doctor with the settings of the site.")
        return
    yield from _count(plain, lied_to)
    yield from _passed_on(plain)


def _count(plain: dict[str, Any], lied_to: dict[str, Any]) -> Iterator[Finding]:
    """Check that visitors are told apart by the address that the outermost of the host's proxies has added."""
    trusted, proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT, len(plain["forwarded"])
    if trusted != proxies:
        yield wrong(
            f"{proxies} proxies add to X-Forwarded-For, and TRUSTED_PROXIES is {trusted}: "
            + (
                "visitors can invent their address" if trusted > proxies else "all visitors share one address"
            ),
            f"Set TRUSTED_PROXIES={proxies}, or let each proxy add the address that it sees.",
        )
    elif trusted and lied_to["forwarded"][-trusted:][:1] == [INVENTED]:
        yield wrong(
            "the proxy believes what visitors write into X-Forwarded-For",
            "Let it add the address that it sees.",
        )
    else:
        yield right(f"as many as TRUSTED_PROXIES says ({proxies})")


def _passed_on(arrival: dict[str, Any]) -> Iterator[Finding]:
    parts = urlsplit(settings.SITE_URL)
    if arrival["host"].lower() != parts.netloc.lower():
        yield wrong(
            f"the site is asked for {parts.netloc} and told {arrival['host'] or 'nothing'}",
            "Let the proxy pass on the Host header: forms and sockets are else refused.",
        )
    if settings.HTTPS and arrival["scheme"] != "https":
        yield wrong(
            "the site is not told that visitors come over HTTPS",
            "Let the proxy send X-Forwarded-Proto: forms are else refused.",
        )


def check_socket() -> Iterator[Finding]:
    todo = "Let the proxy pass on Upgrade and Connection for /ws/: boards else change only when they are loaded anew."
    headers = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
        "Origin": settings.SITE_URL,
    }
    try:
        answer, _ = _ask(SOCKET, **headers)
    except FAULTS as error:
        yield wrong(f"no socket is opened: {error}", todo)
        return
    yield (
        right("a socket is opened")
        if answer.status == 101
        else wrong(
            f"a socket is answered with {answer.status}",
            todo if answer.status < 500 else TODO.get(answer.status, START),
        )
    )
