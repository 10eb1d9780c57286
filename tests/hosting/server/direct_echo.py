"""A server for test_direct.py that says which way each text came, and sends as much as it is asked for."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

# Set when the process is told to end.
ending = asyncio.Event()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        if scope["path"] == "/last/":
            print("last", flush=True)
            await ending.wait()
        await _measure(receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    direct = scope["extensions"]["websocket.direct"]

    def heard(text: str) -> None:
        if text.startswith("much "):
            for _ in range(int(text[5:])):
                direct.send("x" * 1_000)
        if text.startswith("ping "):
            direct.ping(int(text[5:]), lambda _at: direct.send(f"answered {text[5:]}"))
        direct.send(f"direct {text}")
        if text == "deaf":
            direct.deafen()

    direct.listen(heard)
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": f"asgi {message.get('text') or message['bytes']}"})
    print("gone", flush=True)


async def _measure(receive: Any, send: Any) -> None:
    """Answer with the length of the body."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def end() -> None:
    ending.set()


if __name__ == "__main__":
    django.setup()
    from hosting.server.server import DirectServer

    port, *seconds = sys.argv[1:]
    pings: dict[str, Any] = dict(zip(("ping_interval", "ping_timeout"), map(int, seconds), strict=False))
    endpoints = [f"tcp:port={port}:interface=127.0.0.1"]
    DirectServer(application=application, ending=end, endpoints=endpoints, **pings).run()
