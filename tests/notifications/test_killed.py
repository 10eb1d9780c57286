"""Processes that end between claim and settlement, and several that send at once: no message is sent twice within the
window, and none is lost."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope
from django.conf import settings
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Delivery
from games.notifications.fan_out import fan_out_due
from games.notifications.outbox import WINDOW
from games.notifications.worker import Worker
from scripts.cluster.process import PATIENCE, free_port, until
from tests.databases import ON_SQLITE
from tests.notifications.members import at_table, deliveries
from tests.notifications.servers import Box, mail_server
from tests.scale.house import Process

pytestmark = [
    pytest.mark.usefixtures("file_database"),
    pytest.mark.skipif(not ON_SQLITE, reason="starts sites on the SQLite file"),
]


@contextmanager
def site(database: Path, mail: int) -> Iterator[Process]:
    """Run a whole site on that database, which sends its mail to that port."""
    environment = os.environ | {
        "VAR_DIR": str(database.parent / "var"),
        "STATIC_ROOT": str(settings.STATIC_ROOT),
        "DATABASE_URL": f"sqlite:///{database}",
        "EMAIL_URL": f"smtp://127.0.0.1:{mail}",
        "EMAIL_TIMEOUT": "300",
        "CHANNEL_URL": "",
    }
    process = Process(["serve", "--port", str(free_port())], environment, database.parent / "log")
    try:
        yield process
    finally:
        process.stop()


def of_first(box: Box) -> str:
    assert box.arrived.wait(PATIENCE)
    return box.ids[0]


def notify_of_table(box: Box, name: str) -> None:
    """Wait for another person's mail: a round of sending has run since."""
    until(f"a mail to {name}", lambda: any(f"{name.lower()}@" in str(mail["To"]) for mail in box.mails))


def test_a_mail_that_was_on_its_way_when_the_process_was_killed_waits_for_the_window(
    file_database: Path,
) -> None:
    with mail_server() as (box, port):
        box.holds = True
        at_table(2)
        with site(file_database, port) as first:
            lost = of_first(box)
            first.kill()
        [row] = deliveries()
        assert row.status == Delivery.Status.SENDING
        box.holds = False
        with site(file_database, port):
            # The player in turn is notified. By then the lost message has been checked and left alone.
            news = at_table(3)
            notify_of_table(box, next(seat.name for seat in news.seats if seat.is_awaited))
            until("all others sent", lambda: not Delivery.objects.filter(status="waiting").exists())
            assert box.ids.count(lost) == 1
            row.refresh_from_db()
            assert row.status == Delivery.Status.SENDING
            # An hour passes.
            Delivery.objects.filter(pk=row.pk).update(due_at=row.due_at - WINDOW)
            until("it is sent again", lambda: box.ids.count(lost) == 2)
            until("it is settled", lambda: Delivery.objects.get(pk=row.pk).status == "sent")
        assert len(deliveries(row.notification.user, notification__table=row.notification.table)) == 1


def test_a_mail_that_is_on_its_way_when_the_process_is_told_to_stop_is_settled_first(
    file_database: Path,
) -> None:
    stopping = threading.Event()

    def late(_mail: Envelope) -> str:
        stopping.wait(PATIENCE)
        return "250 taken"

    with mail_server() as (box, port):
        box.answer = late
        at_table(2)
        with site(file_database, port) as process:
            of_first(box)
            process.popen.terminate()
            stopping.set()
            process.popen.wait(PATIENCE)
    assert [row.status for row in deliveries() if row.message_id] == [Delivery.Status.SENT]


def test_a_move_and_its_notice_outlive_the_process_together(file_database: Path) -> None:
    with mail_server() as (box, port):
        at_table(2)
        with site(file_database, port) as first:
            first.says("notifications_started")
            of_first(box)
            first.kill()
        with site(file_database, port) as second:
            second.says("notifications_started")
            until("settled", lambda: not Delivery.objects.filter(status="waiting").exists())
        assert len(set(box.ids)) == len(box.mails)


async def round_of(workers: list[Worker]) -> None:
    for _ in range(3):
        await asyncio.gather(*(worker._send_due("mail") for worker in workers))
    for worker in workers:
        await worker.database.run(connections.close_all)
        worker.stop()


def test_several_that_carry_the_post_send_each_message_once(file_database: Path, settings: Settings) -> None:
    with mail_server() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, PATIENCE
        for _ in range(4):
            at_table(4)
        fan_out_due(timezone.now())
        asyncio.run(round_of([Worker(), Worker(), Worker()]))
    people = {row.notification.user_id for row in deliveries()}
    assert len(box.mails) == len(set(box.ids)) == len(people)
    assert {row.status for row in deliveries()} == {Delivery.Status.SENT}
