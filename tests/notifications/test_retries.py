"""A real mail server that accepts, refuses, hangs up and is down: what is retried, when, and what is given up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from games.models import Delivery
from games.notifications import outbox
from games.notifications.fan_out import fan_out_due
from games.notifications.outbox import ATTEMPTS, BACKOFF, WINDOW
from games.notifications.routing import mail_address
from scripts.cluster.process import PATIENCE
from tests.helpers.given import step
from tests.notifications.members import NOON, Clock, at_table, deliveries, post, whose_turn
from tests.notifications.servers import Box, mail_server

pytestmark = pytest.mark.django_db
Status = Delivery.Status


@pytest.fixture
def box(settings: Settings) -> Iterator[Box]:
    with mail_server() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, PATIENCE
        settings.SITE_URL = "https://cards.example.org"
        yield box


def turn() -> Delivery:
    """Return a notification of a turn to be sent by mail, the only one."""
    at_table(2)
    fan_out_due(datetime.now(UTC))
    [row] = deliveries()
    return row


def again(row: Delivery) -> Delivery:
    row.refresh_from_db()
    return row


def test_a_mail_arrives_as_it_was_written(box: Box, clock: Clock) -> None:
    snapshot = at_table(2)
    post()
    [mail] = box.mails
    user = whose_turn(snapshot)
    assert mail["To"] == f"{user.username.lower()}@example.org"
    assert mail["Subject"].startswith("Unbirthday: Your turn: Parade with ")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = str(mail["List-Unsubscribe"]).strip()
    assert stop.startswith("<https://cards.example.org/unsubscribe/") and stop.endswith("/>")
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    [row] = deliveries()
    assert (row.status, row.sent_at) == (Status.SENT, NOON)
    assert mail["Message-ID"] == f"<{row.message_id}@localhost>"


def test_a_refusal_for_now_is_tried_again_later_and_later_and_then_given_up(box: Box, clock: Clock) -> None:
    box.mailbox = "451 come back later"
    row = turn()
    for attempt, pause in enumerate([*BACKOFF, None], start=1):
        post()
        assert again(row).attempts == box.tries == attempt
        if pause is None:
            break
        assert (row.status, row.due_at) == (Status.WAITING, datetime.now(UTC) + pause)
        clock.shift(pause - timedelta(seconds=1))
        post()
        assert box.tries == attempt
        clock.shift(timedelta(seconds=1))
    assert (row.status, row.attempts) == (Status.FAILED, ATTEMPTS)
    assert row.why == "451 come back later"
    clock.shift(timedelta(hours=1))
    post()
    assert box.tries == ATTEMPTS


def test_an_address_that_does_not_exist_is_given_up_at_once(box: Box, clock: Clock) -> None:
    box.mailbox = "550 nobody of that name"
    row = turn()
    post()
    assert (again(row).status, row.why, row.attempts) == (Status.FAILED, "550 nobody of that name", 1)


def test_the_servers_answer_is_stored_without_the_members_address(box: Box, clock: Clock) -> None:
    row = turn()
    address = mail_address(row.notification.user)
    box.mailbox = f"550 <{address.upper()}>: Recipient address rejected"
    post()
    assert again(row).why == "550 <…>: Recipient address rejected"


def test_a_mail_that_was_refused_after_it_was_read_is_tried_again(box: Box, clock: Clock) -> None:
    box.answer = lambda _mail: "452 the disk is full"
    row = turn()
    post()
    assert (again(row).status, row.why) == (Status.WAITING, "452 the disk is full")
    box.answer = lambda _mail: "250 taken"
    clock.shift(BACKOFF[0])
    post()
    assert again(row).status == Status.SENT
    assert len(set(box.ids)) == 1


def test_a_message_about_a_turn_that_is_over_is_not_tried_again(box: Box, clock: Clock) -> None:
    box.mailbox = "451 come back later"
    snapshot = at_table(2)
    fan_out_due(NOON)
    [row] = deliveries()
    post()
    step(snapshot)
    box.mailbox = "250 known"
    clock.shift(BACKOFF[0])
    post()
    assert again(row).status == Status.DROPPED
    assert row.notification.user.username.lower() not in {str(mail["To"]).split("@")[0] for mail in box.mails}


def test_a_server_that_is_away_is_tried_again(settings: Settings, box: Box, clock: Clock) -> None:
    settings.EMAIL_PORT = 9
    row = turn()
    post()
    assert (again(row).status, row.due_at) == (Status.WAITING, NOON + BACKOFF[0])
    assert "ConnectionRefusedError" in row.why


def test_a_connection_lost_after_the_mail_is_no_failure_and_waits_for_the_window(
    box: Box, clock: Clock, hangs_up: None
) -> None:
    row = turn()
    post()
    assert len(box.mails) == 1
    assert (again(row).status, row.due_at) == (Status.SENDING, NOON + WINDOW)
    for _ in range(59):
        clock.shift(timedelta(minutes=1))
        post()
    assert len(box.mails) == 1
    clock.shift(timedelta(minutes=1))
    post()
    assert len(box.mails) == 2
    assert len(set(box.ids)) == 1


@pytest.fixture
def hangs_up(box: Box) -> None:
    """Let the server read the mail and close the connection without an answer."""
    box.hangs_up = True


def test_a_delivery_without_any_answer_is_given_up_too(box: Box, clock: Clock, hangs_up: None) -> None:
    row = turn()
    for _ in range(ATTEMPTS + 2):
        post()
        clock.shift(WINDOW)
    assert (again(row).status, row.attempts) == (Status.FAILED, ATTEMPTS)
    assert len(box.mails) == ATTEMPTS


def test_a_claim_is_one_persons_alone(clock: Clock) -> None:
    row = turn()
    user = row.notification.user
    first = outbox.claim(user.pk, ("mail", 0), NOON)
    assert first is not None
    assert outbox.claim(user.pk, ("mail", 0), NOON) is None
    assert outbox.due("mail", NOON + WINDOW - timedelta(seconds=1)) == []
    assert outbox.due("mail", NOON + WINDOW) == [(user.pk, ("mail", 0))]


def test_a_late_result_does_not_undo_anothers_claim(clock: Clock) -> None:
    row = turn()
    user = row.notification.user
    late = outbox.claim(user.pk, ("mail", 0), NOON)
    clock.shift(WINDOW)
    now = outbox.claim(user.pk, ("mail", 0), NOON + WINDOW)
    assert late is not None and now is not None
    assert late.message_id == now.message_id
    outbox.mark_sent(now, NOON + WINDOW)
    outbox.mark_failed(late, "too late", NOON + WINDOW)
    assert again(row).status == Status.SENT


def test_a_new_turn_is_not_lost_behind_one_whose_answer_was_lost(box: Box, clock: Clock) -> None:
    row = turn()
    user = row.notification.user
    lost = outbox.claim(user.pk, ("mail", 0), NOON)
    clock.shift(timedelta(minutes=5))
    snapshot = at_table(2)
    if whose_turn(snapshot) != user:
        step(snapshot)
    post()
    assert lost is not None
    assert snapshot.table.pk in box.mails[-1].as_string()
    assert row.notification.table_id not in box.mails[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
