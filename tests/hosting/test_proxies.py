"""The reverse proxies of deploy/ in their own programs with real traffic: what reaches the site, and which process."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
import yaml
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from hosting.server.origins import is_allowed
from scripts.cluster import certificate, proxies
from scripts.cluster.process import PATIENCE, Process, free_port, until
from tests.hosting.echo import Echo

TABLES = [f"{letter}7k2m9qx" for letter in "abcdefghijkmnpqrstuvwxyz23456789"]
INVENTED = "192.0.2.77"


@dataclass
class Site:
    """A proxy and the servers behind it."""

    name: str
    port: int
    webs: list[Echo]
    trust: ssl.SSLContext

    def get(self, path: str, **headers: str) -> dict[str, Any]:
        request = urllib.request.Request(f"https://localhost:{self.port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=60, context=self.trust) as answer:
            document: dict[str, Any] = json.load(answer)
            return document

    @property
    def answers_pages(self) -> bool:
        try:
            return bool(self.get("/lobby/"))
        except HTTPError as error:
            error.close()
            return False

    def outage(self, body: bytes | None) -> tuple[int, str | None, str]:
        """Return how a page or a form is refused: the status, when to retry, and the text."""
        request = urllib.request.Request(f"https://localhost:{self.port}/lobby/", body)
        with pytest.raises(HTTPError) as refused:
            urllib.request.urlopen(request, timeout=PATIENCE, context=self.trust)
        with refused.value as answer:
            return answer.code, answer.headers["Retry-After"], answer.read().decode()

    def socket(self, path: str, origin: str | None = None) -> dict[str, Any]:
        # Not the client with threads: two of them on one TLS connection aren't safe in this Python.
        return asyncio.run(self._socket(path, origin))

    async def _socket(self, path: str, origin: Any) -> dict[str, Any]:
        address = f"wss://localhost:{self.port}{path}"
        opened = connect(address, ssl=self.trust, proxy=None, origin=origin, open_timeout=PATIENCE)
        # A proxy may open the socket and have no process behind it that says anything.
        async with asyncio.timeout(PATIENCE), opened as socket:
            document: dict[str, Any] = json.loads(await socket.recv())
            return document

    def web_of(self, table: str) -> int:
        """Return the port of the process that a table's socket reaches, 0 while none answers."""
        try:
            return int(self.socket(f"/ws/t/{table}/?v=3&l=en")["port"])
        # Which error depends on when the process ended: before, during or after the handshake.
        except (WebSocketException, OSError, EOFError):
            return 0


@pytest.fixture(scope="module", params=sorted(proxies.PROXIES))
def standing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    tmp_path = tmp_path_factory.mktemp(request.param)
    with ExitStack() as stack:
        webs = [Echo(free_port()) for _ in range(2)]
        stack.callback(lambda: list(map(Echo.stop, webs)))
        chain, key = certificate.make(tmp_path)
        static = tmp_path / "static"
        static.mkdir()
        ports, outage = sorted(web.port for web in webs), free_port()
        page = [sys.executable, str(proxies.DEPLOY / "outage.py"), str(outage)]
        front = proxies.Front(
            folder=tmp_path,
            port=free_port(),
            webs=ports,
            static=static,
            certificate=chain,
            key=key,
            outage=outage,
        )
        if request.param == "traefik":
            stack.callback(Process("outage", page, dict(os.environ), tmp_path / "outage.log").stop)
        words, more = proxies.PROXIES[request.param](front)
        proxy = Process(request.param, words, os.environ | {"HOME": str(tmp_path)} | more, tmp_path / "log")
        stack.callback(proxy.stop)
        proxy.answers(front.port)
        standing_site = Site(request.param, front.port, webs, ssl.create_default_context(cafile=str(chain)))
        yield standing_site


@pytest.fixture
def site(standing: Site) -> Site:
    """The site with both processes behind it."""
    standing.webs[:] = [web if web.runs else Echo(web.port) for web in standing.webs]
    ports = {web.port for web in standing.webs}
    until("both processes are known to be well", lambda: set(map(standing.web_of, TABLES)) == ports)
    until("a page is answered", lambda: standing.answers_pages)
    return standing


def test_every_socket_of_a_table_reaches_one_process_and_the_other_takes_over(site: Site) -> None:
    before = {table: site.web_of(table) for table in TABLES}
    assert {table: site.web_of(table) for table in TABLES} == before
    gone, left = site.webs
    gone.stop()
    for table in TABLES:
        until(f"{table} is taken over", lambda table=table: site.web_of(table) == left.port)  # type: ignore[misc]


def test_true_headers_of_a_visitor_reach_the_site_and_forged_ones_do_not(site: Site) -> None:
    headers = site.get("/lobby/", **{"X-Forwarded-For": INVENTED, "X-Forwarded-Proto": "http"})["headers"]
    assert headers["host"] == f"localhost:{site.port}"
    assert headers["x-forwarded-proto"] == "https"
    # A site with TRUSTED_PROXIES=1 believes the last one.
    assert headers["x-forwarded-for"].split(",")[-1].strip() == "127.0.0.1"
    of_socket = site.socket("/ws/lobby/")["headers"]
    assert of_socket["host"] == f"localhost:{site.port}"
    # Traefik uses this for a socket over HTTPS.
    assert of_socket["x-forwarded-proto"] in ("https", "wss")


def test_the_sites_own_pages_alone_may_open_a_socket_by_scheme_host_and_port(
    site: Site, settings: Any
) -> None:
    settings.HTTPS, settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = True, ["localhost"], []

    def may(origin: str | None) -> bool:
        """Return True if the site would accept the socket of a page with this origin."""
        headers = site.socket("/ws/lobby/", origin)["headers"]
        scope = {name.encode(): value.encode() for name, value in headers.items()}
        return is_allowed({"scheme": "ws", "headers": list(scope.items())})

    own = f"https://localhost:{site.port}"
    others = [
        f"http://localhost:{site.port}",
        f"https://localhost:{site.port + 1}",
        "https://localhost",
        None,
    ]
    assert may(own)
    assert [origin for origin in [*others, f"https://evil.example:{site.port}", "null"] if may(origin)] == []


def test_supervisors_pages_are_hidden_from_visitors(site: Site) -> None:
    with pytest.raises(HTTPError) as refused:
        site.get("/readyz")
    refused.value.close()
    assert refused.value.code in (403, 404)
    assert site.get("/healthz")["path"] == "/healthz"


@pytest.mark.parametrize("body", [None, b"text=1"], ids=["page", "form"])
def test_while_nobody_answers_the_proxy_says_so_in_both_languages(site: Site, body: bytes | None) -> None:
    for web in site.webs:
        web.stop()
    # From the first moment on, and when it knows, for which nginx has another status.
    expected_status = 502 if site.name == "nginx" else 503
    answers = [site.outage(body) for _ in range(3)]
    answers += until(
        "none is known to be well", lambda: [o for o in [site.outage(body)] if o[0] == expected_status]
    )
    for status, retry, text in answers:
        assert status in (502, 503)
        assert retry == "5"
        assert "away for a moment" in text and '<section lang="fr">' in text


def test_a_long_address_may_be_repeated_in_the_head_of_an_answer(site: Site) -> None:
    assert site.get("/lobby/?head=24000")


def test_answers_that_the_proxy_can_not_read_take_no_process_out(site: Site) -> None:
    for _ in range(4):
        with suppress(HTTPError):
            site.get("/lobby/?head=60000")
    assert [site.answers_pages for _ in range(4)] == [True] * 4


def connected(port: int, certificate: Path) -> ssl.SSLSocket | None:
    trust = ssl.create_default_context(cafile=str(certificate))
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
    try:
        return trust.wrap_socket(plain, server_hostname="localhost")
    except OSError:
        plain.close()
        return None


def ended(connection: socket.socket) -> bool:
    """Wait until the other side has closed it."""
    connection.settimeout(PATIENCE)
    with suppress(ConnectionResetError):
        while connection.recv(65_536):
            pass
    return True


class Silence(socketserver.BaseRequestHandler):
    """Answers a proxy's questions about health, and reads a form until the proxy gives it up."""

    def handle(self) -> None:
        if self.request.recv(65_536).startswith(b"POST "):
            ended(self.request)
            self.server.given_up.set()  # type: ignore[attr-defined]
        else:
            self.request.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")


@pytest.fixture
def silent() -> Iterator[socketserver.ThreadingTCPServer]:
    """A site that is healthy all the time, and sets `given_up` when a form has ended without an answer."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silence) as server:
        server.daemon_threads = True
        server.given_up = threading.Event()  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


# Each proxy's timeout for a body, and its file.
WAITS = {
    "caddy": ("Caddyfile", "read_body 1m", "read_body 2s"),
    "nginx": ("site.conf", "client_body_timeout 10s", "client_body_timeout 2s"),
    "traefik": ("traefik.yaml", "readTimeout: 60s", "readTimeout: 2s"),
}


@pytest.mark.parametrize("name", sorted(WAITS))
def test_a_body_that_does_not_come_is_given_up(name: str, silent: Any, tmp_path: Path) -> None:
    """The test replaces the timeout by two seconds."""
    chain, key = certificate.make(tmp_path)
    ports = [silent.server_address[1]] * 2
    front = proxies.Front(
        folder=tmp_path, port=free_port(), webs=ports, static=tmp_path, certificate=chain, key=key
    )
    words, more = proxies.PROXIES[name](front)
    file, long, short = WAITS[name]
    text = (tmp_path / file).read_text()
    assert long in text
    (tmp_path / file).write_text(text.replace(long, short))

    proxy = Process(name, words, os.environ | {"HOME": str(tmp_path)} | more, tmp_path / "log")
    with ExitStack() as clients:
        clients.callback(proxy.stop)
        proxy.answers(front.port)

        def is_given_up() -> bool:
            # Traefik listens before it has its certificate.
            client = clients.enter_context(until(f"{name} speaks TLS", lambda: connected(front.port, chain)))
            client.sendall(b"POST /import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nx")
            # Caddy passes on what it has. The others send nothing to the site before the body is complete.
            return bool(silent.given_up.wait(10) if name == "caddy" else ended(client))

        # A busy site may be found unhealthy, and Caddy itself answers. No client closes its connection before the end.
        until("the form is given up", is_given_up)


def test_the_containers_caddyfile_is_understood_as_it_stands() -> None:
    caddy = str(proxies.PROGRAMS / "caddy")
    variables = yaml.safe_load((proxies.DEPLOY / "compose.yaml").read_text())["services"]["proxy"][
        "environment"
    ]
    environment = os.environ | variables | {"SITE": "cards.example.org"}
    words = [caddy, "adapt", "--validate", "--config", str(proxies.DEPLOY / "Caddyfile")]
    process = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert process.returncode == 0, process.stderr
    assert "not formatted" not in process.stderr
    assert '"cards.example.org"' in process.stdout
    assert '"refresh":2000000000' in process.stdout
    assert '"http_port":8080,"https_port":8443' in process.stdout
