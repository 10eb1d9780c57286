"""A proxy before the processes of a site: a browser sees one address, and the test chooses which process answers."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Front:
    """Visitors connect to `port`, and new connections lead to the port `to`."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.open: list[socket.socket] = []
        self.silent = threading.Event()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _address = self.door.accept()
                server = socket.create_connection(("127.0.0.1", self.to))
                self.open += [visitor, server]
                for ends in ((visitor, server), (server, visitor)):
                    threading.Thread(target=_carry, args=(*ends, self.silent), daemon=True).start()

    def lead(self, to: int) -> None:
        """Lead visitors elsewhere from now on, and close open connections, as if the process had ended."""
        self.to = to
        self.cut()

    def cut(self) -> None:
        while self.open:
            with suppress(OSError):
                self.open.pop().shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Let open connections carry nothing more and stay open, as if their other end had lost its network."""
        self.silent.set()
        self.silent = threading.Event()

    def close(self) -> None:
        with suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self.cut()


def _carry(this: socket.socket, other: socket.socket, silent: threading.Event) -> None:
    """Copy from one to the other until either is closed."""
    with this, suppress(OSError):
        while data := this.recv(65_536):
            if not silent.is_set():
                other.sendall(data)
    if silent.is_set():
        return
    for end in (this, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
