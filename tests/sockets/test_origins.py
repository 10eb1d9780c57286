"""Only pages of this site may open a socket, by scheme, host and port."""

from __future__ import annotations

from typing import Any

import pytest

from hosting.server.origins import is_allowed


def scope(origin: str | None, host: str, proto: str = "", scheme: str = "ws") -> dict[str, Any]:
    headers = [(b"Host", host.encode())]
    if origin is not None:
        headers.append((b"Origin", origin.encode("latin1")))
    if proto:
        headers.append((b"X-Forwarded-Proto", proto.encode()))
    return {"type": "websocket", "scheme": scheme, "headers": headers}


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["cards.example.org", "localhost", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = []


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("http://localhost", "localhost:80"),
        ("http://LOCALHOST", "localhost"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_the_sites_own_page_may(origin: str, host: str) -> None:
    assert is_allowed(scope(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://localhost:9000",
        "https://localhost:8000",
        "http://localhost",
        "http://cards.example.org:8000",
        "http://evil.example:8000",
        "http://localhost.evil.example:8000",
        "http://localhost:8000:1",
        "http://[",
        "ftp://localhost:8000",
        "//localhost:8000",
        "http://localhost:99999",
        "\xff",
    ],
)
def test_no_other_may(origin: str | None) -> None:
    assert not is_allowed(scope(origin, "localhost:8000"))


def test_a_host_that_is_not_ours_makes_no_origin_ours() -> None:
    assert not is_allowed(scope("http://evil.example", "evil.example"))


@pytest.mark.parametrize("proto", ["https", "wss", "WSS"])
def test_behind_a_proxy_that_encrypts_the_page_is_encrypted(settings: Any, proto: str) -> None:
    settings.HTTPS = True
    assert is_allowed(scope("https://cards.example.org", "cards.example.org", proto))
    assert not is_allowed(scope("http://cards.example.org", "cards.example.org", proto))


def test_without_a_proxy_nobody_says_so_but_the_line_itself(settings: Any) -> None:
    settings.HTTPS = False
    assert not is_allowed(scope("https://cards.example.org", "cards.example.org", "https"))
    assert is_allowed(scope("https://cards.example.org", "cards.example.org", scheme="wss"))


def test_origins_that_forms_trust_are_trusted_here_too(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example.org:8443", "https://*.example.net"]
    for origin, trusted in [
        ("https://play.example.org:8443", True),
        ("https://play.example.org", False),
        ("https://a.example.net", True),
        ("https://a.b.example.net", True),
        ("https://example.net", False),
        ("http://a.example.net", False),
        ("https://aexample.net", False),
    ]:
        assert is_allowed(scope(origin, "localhost:8000")) == trusted, origin
