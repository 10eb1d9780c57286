"""A receiver that is slow to answer delays its own member's messages and nobody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

from django.db import connections
from pytest_django.fixtures import Settings

from games.notifications.worker import Worker
from scripts.cluster.process import PATIENCE, until
from tests.notifications.members import at_table, member, whose_turn
from tests.notifications.servers import Box, mail_server


def receivers(box: Box) -> list[str]:
    return [str(mail["To"]).partition("@")[0] for mail in box.mails]


def test_a_slow_receiver_holds_up_its_own_member_alone(file_database: Path, settings: Settings) -> None:
    def told_of_turns(box: Box) -> None:
        """Let both have a turn while the first mail to one of them is on its way."""
        assert box.arrived.wait(PATIENCE)
        box.holds = False
        names: set[str] = set()
        while len(names) < 2:
            names.add(whose_turn(at_table(2)).username.lower())
        [other] = names - {slow}
        until(f"a mail to {other}", lambda: other in receivers(box))
        assert receivers(box).count(slow) == 1
        box.released.set()
        until(f"another mail to {slow}", lambda: receivers(box).count(slow) == 2)
        connections.close_all()

    async def work(box: Box) -> None:
        working = asyncio.create_task(Worker().run())
        await asyncio.to_thread(told_of_turns, box)
        working.cancel()

    with mail_server() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, PATIENCE
        for name in ("Ada", "Ben"):
            member(name, rhythm="instant")
        box.holds = True
        slow = whose_turn(at_table(2)).username.lower()
        asyncio.run(work(box))
