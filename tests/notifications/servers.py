"""A real mail server on this machine, which can refuse, be slow, and never answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from scripts.cluster.process import PATIENCE, free_port

Answer = Callable[[Envelope], str]


class Box:
    """The mails sent to it. `answer` decides what happens to a mail, `mailbox` to an address."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer: Answer = lambda _mail: "250 taken"
        self.mailbox = "250 known"
        self.arrived = threading.Event()
        self.tries = 0
        self.port = 0
        # If true, it reads mails and acknowledges them only when they are released.
        self.holds = False
        self.released = threading.Event()
        # If true, it reads mails and then closes the connection.
        self.hangs_up = False

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        self.tries += 1
        if self.mailbox.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.mailbox

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.content
        assert isinstance(raw, bytes)
        self.mails.append(message_from_bytes(raw, policy=policy.default))
        self.arrived.set()
        if self.holds:
            await asyncio.to_thread(self.released.wait)
        if self.hangs_up:
            cast(Any, server.transport).close()
        return self.answer(envelope)

    @property
    def ids(self) -> list[str]:
        return [str(mail["Message-ID"]) for mail in self.mails]


@contextmanager
def mail_server(box: Box | None = None, port: int = 0) -> Iterator[tuple[Box, int]]:
    """Run a server on its own port. Yields the box and the port."""
    box = box or Box()
    controller = Controller(box, "127.0.0.1", port or free_port(), ready_timeout=PATIENCE)
    controller.start()
    box.port = controller.port
    try:
        yield box, controller.port
    finally:
        box.released.set()
        controller.stop(no_assert=True)
