"""A receiver that is slow to answer delays its own member's messages and nobody else's."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Delivery
from games.notifications import worker
from games.notifications.channels import webhook
from games.notifications.fan_out import fan_out_due
from games.notifications.worker import SENDERS, Worker
from scripts.cluster.process import PATIENCE, until
from tests.helpers.given import NAMES
from tests.notifications.addressees import Receiver
from tests.notifications.members import at_table, deliveries, have_turns, member, whose_turn
from tests.notifications.servers import Box, mail_server


def receivers(box: Box) -> list[str]:
    return [str(mail["To"]).partition("@")[0] for mail in box.mails]


def test_a_slow_receiver_holds_up_its_own_member_alone(file_database: Path, settings: Settings) -> None:
    def told_of_turns(box: Box) -> None:
        """Let both have a turn while the first mail to one of them is on its way."""
        assert box.arrived.wait(PATIENCE)
        box.holds = False
        have_turns("Ada", "Ben", seats=2)
        [other] = {"ada", "ben"} - {slow}
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


def test_receivers_that_do_not_answer_again_leave_a_sender_to_others(
    file_database: Path, this_machine: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told_of_turns(dead: Receiver, well: Receiver) -> None:
        """Let Eve have a turn while the messages to all the others are sent again, to a receiver that hangs."""
        have_turns(*NAMES[:4], seats=5)
        fan_out_due(timezone.now())
        until("each has failed", lambda: not deliveries(attempts=0, status="waiting") and is_idle())
        dead.released.clear()
        dead.status, before = 200, len(dead.received)
        Delivery.objects.filter(status="waiting").update(due_at=timezone.now())
        until("most of the senders hang", lambda: len(dead.received) - before >= SENDERS - 1)
        told = len(well.received)
        have_turns("Eve", seats=5)
        until("a message to Eve", lambda: len(well.received) > told)
        assert len(dead.received) - before == SENDERS - 1
        dead.released.set()
        until("the others' messages", lambda: not deliveries(status="waiting") and is_idle())
        connections.close_all()

    def is_idle() -> bool:
        return not deliveries(status="sending")

    async def work(dead: Receiver, well: Receiver) -> None:
        working = asyncio.create_task(Worker().run())
        await asyncio.to_thread(told_of_turns, dead, well)
        working.cancel()

    monkeypatch.setattr(webhook, "TIMEOUT", 2 * PATIENCE)
    # More others have a message due than are asked for.
    monkeypatch.setattr(worker, "ASKED", 1)
    with closing(Receiver()) as dead, closing(Receiver()) as well:
        dead.status = 503
        for name in NAMES[:5]:
            webhook.add(member(name, mail=False), (well if name == "Eve" else dead).url())
        asyncio.run(work(dead, well))
