"""Daphne with limited connections (`bodies.py`), a short way for sockets (`direct.py`) and a graceful end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from daphne.http_protocol import WebRequest
from daphne.server import Server, reactor
from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from twisted.internet.defer import Deferred

from hosting.limits.addresses import address_of_scope
from hosting.observability import health
from hosting.server.bodies import BoundedFactory
from hosting.server.direct import Direct, DirectProtocol

log = structlog.get_logger("unbirthday.sockets")
# Seconds that requests may take after all sockets are closed, and that cancelled ones may take to clean up. Together
# with DRAIN_SECONDS and the time for the sockets this is less than the supervisors in deploy/ wait.
PATIENCE, CLEANING = 8.0, 1.0
# Bytes of a request's body in one ASGI message.
BODY_PIECE = 262_144
# With this many connections Daphne's periodic loops run half as often, with twice as many a third as often.
MANY = 2_000


class DirectServer(Server):  # type: ignore[misc]
    """`ending` closes the sockets when the process is told to end."""

    def __init__(self, *, ending: Callable[[], Awaitable[None]] | None = None, **options: Any) -> None:
        more = {"request_buffer_size": BODY_PIECE, "application_close_timeout": PATIENCE}
        super().__init__(**more | options)
        self._ending = ending
        self._ports: list[Any] = []
        self._ws_factory: WebSocketFactory | None = None
        self._looks: Counter[str] = Counter()

    @property
    def http_factory(self) -> BoundedFactory:
        return self._http_factory

    @http_factory.setter
    def http_factory(self, _factory: Any) -> None:
        """Ignore the factory that `run` makes."""
        self._http_factory = BoundedFactory(self)

    @property
    def ws_factory(self) -> WebSocketFactory | None:
        return self._ws_factory

    @ws_factory.setter
    def ws_factory(self, factory: WebSocketFactory) -> None:
        """Change the factory that `run` makes."""
        factory.protocol = DirectProtocol
        self._ws_factory = factory

    def application_checker(self) -> None:
        """Check each second for ended connections. Called by Daphne."""
        if self._is_left_out("ended"):
            reactor.callLater(1, self.application_checker)
        else:
            super().application_checker()

    def timeout_checker(self) -> None:
        """Check every other second for pings. Called by Daphne."""
        if self._is_left_out("timeouts"):
            reactor.callLater(2, self.timeout_checker)
        else:
            super().timeout_checker()

    def _is_left_out(self, look: str) -> bool:
        self._looks[look] += 1
        return self._looks[look] % (1 + len(self.connections) // MANY) != 0

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> Deferred[None]:
        """End applications gracefully. Twisted ends after this."""
        return Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        # A reverse proxy first sees this process as unready and sends new visitors to another one.
        health.leave()
        await asyncio.sleep(settings.DRAIN_SECONDS)
        # Stop listening. Otherwise all closed sockets would come back here.
        for port in self._ports:
            port.stopListening()
        if self._ending is not None:
            try:
                await self._ending()
            except Exception:
                log.exception("ending_failed")
        if requests := self._running(WebRequest):
            await asyncio.wait(requests, timeout=PATIENCE)
        if rest := self._running(object):
            for application in rest:
                application.cancel()
            await asyncio.wait(rest, timeout=CLEANING)

    def _running(self, kind: type) -> list[asyncio.Future[None]]:
        """Return the running applications of such connections. A connection has none before its request is whole."""
        applications = [
            connection.get("application_instance")
            for protocol, connection in self.connections.items()
            if isinstance(protocol, kind)
        ]
        return [application for application in applications if application and not application.done()]

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            protocol.address = address_of_scope(scope)
            direct = Direct(protocol.listen, protocol.send_text, protocol.ping, protocol.deafen)
            scope.setdefault("extensions", {})["websocket.direct"] = direct
        return super().create_application(protocol, scope)
