"""Sockets like a browser's: through the site's ASGI application, signed in by cookie."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from channels.testing import WebsocketCommunicator
from django.db import connections
from django.test import Client

from config.asgi import application
from games.play.database_thread import DatabaseThread
from games.sockets.hub import hub

# Seconds after which a message counts as lost. They are many, because a busy machine is slow.
PATIENCE = 60
# A message that a table's socket refuses as malformed, and the beginning of its answer.
NONSENSE, ANSWERED = "{}", '{"n": null'


class Socket:
    """An open socket. `texts` has the received messages in order, `code` how it was closed."""

    def __init__(self, path: str, client: Client | None = None, origin: str = "http://localhost") -> None:
        headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
        if client is not None and client.cookies:
            cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
            headers.append((b"cookie", cookies.encode()))
        self.wire = WebsocketCommunicator(application, path, headers=headers)
        self.answers = path.startswith("/ws/t/")
        self.texts: list[str] = []
        self.code: int | None = None
        self._told: deque[str] = deque()

    async def open(self) -> Socket:
        accepted, code = await self.wire.connect(timeout=PATIENCE)
        if not accepted:
            self.code = int(code or 0)
        return self

    async def hear(self) -> str:
        """Wait for the next message. Returns "" if the socket was closed instead."""
        while not self._told and self.code is None:
            self._note(await self.wire.receive_output(PATIENCE))
        if not self._told:
            return ""
        self.texts.append(self._told.popleft())
        return self.texts[-1]

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._told.append(message["text"])
        elif message["type"] == "websocket.close":
            self.code = message["code"]

    async def settled(self) -> None:
        """Wait until everything sent before has been done, including the greeting: messages are answered in order."""
        if self.code is not None or not self.answers:
            return
        await self.say(NONSENSE)
        while self.code is None:
            message = await self.wire.receive_output(PATIENCE)
            if message.get("text", "").startswith(ANSWERED):
                return
            self._note(message)

    async def heard(self) -> list[str]:
        """Return everything received since the last call, once the site has nothing left to send."""
        await self.settled()
        await quiet()
        while not self.wire.output_queue.empty():
            self._note(self.wire.output_queue.get_nowait())
        texts, self.texts = [*self.texts, *self._told], []
        self._told.clear()
        return texts

    async def say(self, text: str) -> None:
        await self.wire.send_to(text_data=text)

    async def move(self, table_move: dict[str, Any], seen: int, key: str, n: int = 1) -> dict[str, Any]:
        """Send a move like the page's form. Returns the answer, whatever was pushed before it."""
        card = table_move.get("card", table_move.get("cards"))
        form = {"type": table_move["type"], "card": card, "key": key, "seen": seen}
        await self.say(json.dumps({"form": urlencode(form, doseq=True), "n": n}))
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        while True:
            text = await self.hear()
            if text.startswith('{"n"'):
                answer: dict[str, Any] = json.loads(self.texts.pop())
                return answer

    async def close(self) -> None:
        self.answers = False
        await self.wire.disconnect(timeout=PATIENCE)


async def quiet() -> None:
    """Wait until the hub has sent everything."""
    await asyncio.sleep(0)
    while hub._tasks:
        await asyncio.wait(set(hub._tasks))
        await asyncio.sleep(0)


async def at_table(table: str, client: Client | None = None, seen: int | str = "none") -> Socket:
    """Open a socket at a table and wait until it is accepted. Without `seen` it gets the board at once, which is read
    here."""
    socket = await Socket(f"/ws/t/{table}/?v={seen}&l=en", client).open()
    await socket.settled()
    if seen == "none" and socket.code is None:
        await socket.hear()
    return socket


def scene(play: Callable[[DatabaseThread], Awaitable[None]]) -> None:
    """Run a test with open sockets. `elsewhere.run(work)` runs work in another thread, as requests do."""

    async def run() -> None:
        elsewhere = DatabaseThread("elsewhere")
        try:
            await play(elsewhere)
        finally:
            await elsewhere.run(connections.close_all)
            elsewhere.stop()

    asyncio.run(run())
