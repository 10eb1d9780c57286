"""Receivers on this machine for outgoing messages: real servers, plain or encrypted, and a book of names instead of
the network's."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Received(NamedTuple):
    path: str
    headers: dict[str, str]  # their names in lower case
    body: bytes


class Receiver:
    """Accepts POST requests, answers with `status` and `extra` headers, and keeps the requests in `received`.

    One that `hangs_up` closes the connection instead of answering. While it is not `released` it answers nobody.
    """

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.received: list[Received] = []
        self.status = 201
        self.hangs_up = False
        self.released = threading.Event()
        self.released.set()
        self.extra: dict[str, str] = {}
        self.body = b""
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.handle_error = lambda *_about: None  # type: ignore[method-assign]
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port: int = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def url(self, host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}/post/here"

    def close(self) -> None:
        self.released.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(self.path, headers, body))
                receiver.released.wait()
                if receiver.hangs_up:
                    return
                self.send_response(receiver.status)
                for name, value in receiver.extra.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(receiver.body)

            def log_message(self, *_about: Any) -> None: ...

        return Handler


class Tap:
    """Accepts one connection, reads the first data, and passes the connection to `pour`."""

    def __init__(self, pour: Callable[[socket.socket], None]) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, args=(pour,), daemon=True)
        self.thread.start()

    def _serve(self, pour: Callable[[socket.socket], None]) -> None:
        try:
            connection, _who = self.listening.accept()
            with connection:
                connection.recv(65536)
                pour(connection)
        except OSError:
            return  # The other side has hung up, as it should.

    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def close(self) -> None:
        # A thread waiting for a connection wouldn't notice `close` alone.
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.thread.join()


class Names:
    """A book of names: each look-up takes the next answer for the name, and the last one is used for ever."""

    def __init__(self) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []

    def getaddrinfo(self, host: str, port: int, *_about: Any, **_more: Any) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        if host not in self.answers:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        left = self.answers[host]
        now = left.pop(0) if len(left) > 1 else left[0]
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in now
        ]


class Authority:
    """A certificate authority for tests; its certificate is in the file `path`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tests")])
        self.path = folder / "authority.pem"
        own = self._sign(self.name, self.key.public_key(), x509.BasicConstraints(ca=True, path_length=0))
        self.path.write_bytes(own.public_bytes(serialization.Encoding.PEM))

    def context(self, name: str) -> ssl.SSLContext:
        """Return the context of a server with a certificate for `name`."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = self._sign(subject, key.public_key(), x509.SubjectAlternativeName([_general(name)]))
        path = self.folder / f"{name}.pem"
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
        path.write_bytes(private + certificate.public_bytes(pem))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def _sign(self, subject: x509.Name, key: Any, extension: x509.ExtensionType) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        day = datetime.timedelta(days=1)
        unsigned = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - day)
            .not_valid_after(now + day)
            .add_extension(extension, critical=True)
        )
        return unsigned.sign(self.key, hashes.SHA256())


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
