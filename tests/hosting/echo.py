"""Servers that answer with their name and the request, to stand behind a reverse proxy in place of the site."""

from __future__ import annotations

import json
import threading
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve


class Echo:
    """A web process that answers every request and every socket with its port and the headers received. `?head=9000`
    asks for a header of that many bytes."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.server: Server = serve(self._socket, "127.0.0.1", port, process_request=self._page)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def _said(self, request: Request) -> str:
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        return json.dumps({"port": self.port, "path": request.path, "headers": headers})

    def _socket(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        connection.send(self._said(connection.request))

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        answer = connection.respond(HTTPStatus.OK, self._said(request))
        if length := parse_qs(urlsplit(request.path).query).get("head"):
            answer.headers["X-Long"] = "x" * int(length[0])
        return answer

    @property
    def runs(self) -> bool:
        return self.thread.is_alive()

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
