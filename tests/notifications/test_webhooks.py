"""Webhooks: what a receiver gets, how it checks it, and what happens if it accepts nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import standardwebhooks
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Delivery, Notification, Webhook
from games.notifications import outbox
from games.notifications.channels import webhook
from games.notifications.outbox import ATTEMPTS, BACKOFF
from games.notifications.routing import Channel
from tests.helpers import given
from tests.notifications.addressees import Receiver
from tests.notifications.failures import GONE, LATER, PERMANENT, send_fails
from tests.notifications.members import Clock, hook_of, member, post

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("this_machine")]
ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "webhooks.md").read_text()


def check_of_the_page(which: int) -> Callable[..., bool]:
    """Return the receiver's check from docs/webhooks.md: 0 the current one, 1 the previous one."""
    matches = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    room: dict[str, Any] = {}
    exec(matches[which], room)
    checks: Callable[..., bool] = room["is_genuine"]
    return checks


@pytest.fixture(scope="module")
def is_genuine() -> Callable[..., bool]:
    return check_of_the_page(0)


@pytest.fixture(scope="module")
def was_genuine() -> Callable[..., bool]:
    return check_of_the_page(1)


def webhook_state(label: str) -> str:
    match = re.search(rf"^\| {label} \| `([^`]*)`", PAGE, re.MULTILINE)
    assert match
    return match[1]


def press(browser: Client, hook: Webhook, action: str) -> str:
    answer = browser.post(reverse("webhook", args=[hook.pk]), {"do": action}, follow=True)
    return answer.content.decode()


def test_a_receiver_gets_json_that_it_can_check(
    hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    webhook.send(hook, {"type": "your_turn", "text": "À vous"}, "message-1")
    [request] = receiver.received
    assert json.loads(request.body) == {"type": "your_turn", "text": "À vous"}
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == "message-1"
    secret, headers = webhook.shown_secret(hook.secret), request.headers
    assert is_genuine(secret, headers, request.body)
    assert not is_genuine(webhook.shown_secret(webhook.new_secret()), headers, request.body)
    assert not is_genuine(secret, headers, request.body + b" ")
    assert not is_genuine(secret, headers | {"webhook-id": "message-2"}, request.body)
    assert not is_genuine(secret, headers | {"webhook-timestamp": "1789000000"}, request.body)
    assert not is_genuine(secret, headers | {"webhook-signature": "nonsense"}, request.body)


def test_the_standards_own_library_takes_it(hook: Webhook, receiver: Receiver) -> None:
    webhook.send(hook, {"type": "your_turn", "text": "À vous"}, "message-1")
    [request] = receiver.received
    verifier = standardwebhooks.Webhook(webhook.shown_secret(hook.secret))
    assert verifier.verify(request.body, request.headers) == {"type": "your_turn", "text": "À vous"}
    for spoiled in ({"webhook-id": "message-2"}, {"webhook-signature": "v1,bm9uc2Vuc2U="}):
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            verifier.verify(request.body, request.headers | spoiled)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        verifier.verify(request.body.replace(b"turn", b"tune"), request.headers)


def test_a_receiver_from_before_has_a_year_to_change(
    hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool], was_genuine: Callable[..., bool]
) -> None:
    with time_machine.travel("2027-11-30T23:59:00Z", tick=False) as now:
        webhook.send(hook, {"type": "your_turn"}, "message-1")
        [request] = receiver.received
        assert request.headers["unbirthday-message"] == "message-1"
        signature = request.headers["unbirthday-signature"]
        assert was_genuine(hook.secret, signature, request.body)
        assert not was_genuine(webhook.new_secret(), signature, request.body)
        assert not was_genuine(hook.secret, signature, request.body + b" ")
        assert not was_genuine(hook.secret, re.sub(r"t=\d", "t=9", signature), request.body)
        assert not was_genuine(hook.secret, "nonsense", request.body)
        now.shift(60)
        webhook.send(hook, {"type": "your_turn"}, "message-2")
        later = receiver.received[1]
        assert not [name for name in later.headers if name.startswith("unbirthday")]
        assert is_genuine(webhook.shown_secret(hook.secret), later.headers, later.body)


def test_an_old_message_is_refused_by_its_receiver(
    hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    with time_machine.travel("2026-07-04T10:00:00Z", tick=False) as now:
        webhook.send(hook, {"type": "your_turn"}, "message-1")
        [request] = receiver.received
        now.shift(299)
        assert is_genuine(webhook.shown_secret(hook.secret), request.headers, request.body)
        now.shift(2)
        assert not is_genuine(webhook.shown_secret(hook.secret), request.headers, request.body)


def test_the_examples_of_the_page_are_true(
    is_genuine: Callable[..., bool], was_genuine: Callable[..., bool]
) -> None:
    stored, time, body = webhook_state("old secret"), int(webhook_state("time")), webhook_state("body")
    headers = webhook.signed(stored, webhook_state("id"), datetime.fromtimestamp(time, UTC), body)
    assert webhook.shown_secret(stored) == webhook_state("secret")
    assert headers["Webhook-Signature"] == webhook_state("header")
    assert headers["Unbirthday-Signature"] == webhook_state("old header")
    lower = {name.lower(): value for name, value in headers.items()}
    assert is_genuine(webhook_state("secret"), lower, body.encode(), now=time)
    assert was_genuine(stored, webhook_state("old header"), body.encode(), now=time)


def test_the_code_that_members_see_is_that_of_the_page() -> None:
    assert (ROOT / "templates" / "notifications" / "_verify.txt").read_text() in PAGE


def test_the_same_message_sent_again_has_the_same_id(hook: Webhook, receiver: Receiver) -> None:
    for _ in range(2):
        webhook.send(hook, {"type": "your_turn"}, "message-1")
    assert [request.headers["webhook-id"] for request in receiver.received] == ["message-1"] * 2


@pytest.mark.parametrize(
    ("status", "meaning"),
    [(410, GONE), (400, PERMANENT), (307, PERMANENT), (500, LATER)],
)
def test_the_receivers_answers_are_understood(
    hook: Webhook, receiver: Receiver, status: int, meaning: str
) -> None:
    receiver.status = status
    with send_fails(meaning):
        webhook.send(hook, {"type": "your_turn"}, "message-1")


def test_an_address_inside_gets_nothing(settings: Any, hook: Webhook, receiver: Receiver) -> None:
    settings.OUTGOING_LOOPBACK = False
    with send_fails(PERMANENT):
        webhook.send(hook, {"type": "your_turn"}, "message-1")
    assert receiver.received == []


def test_twenty_messages_given_up_in_a_row_turn_it_off(
    hook: Webhook, receiver: Receiver, adas: Client
) -> None:
    for _ in range(webhook.GIVEN_UP - 1):
        webhook.give_up(hook)
    assert hook.disabled_at is None
    webhook.give_up(hook)
    assert hook.disabled_at is not None
    with send_fails(PERMANENT, "turned off"):
        webhook.send(hook, {"type": "your_turn"}, "message-1")
    assert receiver.received == []
    assert "20 messages in a row did not arrive" in adas.get(reverse("webhooks")).content.decode()


def test_a_receiver_that_never_answers_is_tried_like_one_that_refuses_and_turned_off(
    hook: Webhook, receiver: Receiver, clock: Clock
) -> None:
    receiver.hangs_up = True
    rows = [waits_for(hook) for _ in range(webhook.GIVEN_UP)]
    for pause in (timedelta(0), *BACKOFF):
        clock.shift(pause)
        post()
        rows[0].refresh_from_db()
        assert (rows[0].status == Delivery.Status.FAILED) == (rows[0].attempts == ATTEMPTS)
    assert len(receiver.received) == ATTEMPTS * webhook.GIVEN_UP
    assert len({request.headers["webhook-id"] for request in receiver.received}) == webhook.GIVEN_UP
    hook.refresh_from_db()
    assert hook.disabled_at is not None


def test_one_members_many_messages_leave_room_for_others(hook: Webhook) -> None:
    other = hook_of(member("Ben"))
    for _ in range(3):
        waits_for(hook)
    waits_for(other)
    expected = [(row.user_id, (Channel.HOOK, row.pk)) for row in (hook, other)]
    assert outbox.due(Channel.HOOK, timezone.now(), limit=2) == expected


def test_everybodys_first_address_comes_before_anybodys_second(hook: Webhook) -> None:
    second, other = hook_of(hook.user), hook_of(member("Ben"))
    for each in (hook, second, other):
        waits_for(each)
    expected = [(row.user_id, (Channel.HOOK, row.pk)) for row in (hook, other, second)]
    assert outbox.due(Channel.HOOK, timezone.now()) == expected


def waits_for(hook: Webhook) -> Delivery:
    """Return a message for that webhook, about a match that is over."""
    table = given.finished(2, public=False).table.pk
    Notification.objects.filter(table=table).delete()
    facts = {"at": timezone.now().isoformat()}
    about = Notification.objects.create(
        user=hook.user, table_id=table, kind="match_over", facts=facts, fanned_out_at=timezone.now()
    )
    return Delivery.objects.create(notification=about, channel="hook", target=hook.pk, due_at=timezone.now())


def test_one_that_arrives_ends_the_row(hook: Webhook) -> None:
    for _ in range(webhook.GIVEN_UP - 1):
        webhook.give_up(hook)
    webhook.send(hook, {"type": "your_turn"}, "message-1")
    webhook.give_up(hook)
    assert (hook.failures, hook.disabled_at) == (1, None)


def test_its_member_turns_it_on_again(hook: Webhook, receiver: Receiver, adas: Client) -> None:
    for _ in range(webhook.GIVEN_UP):
        webhook.give_up(hook)
    press(adas, hook, "on")
    hook.refresh_from_db()
    assert (hook.failures, hook.disabled_at) == (0, None)
    webhook.send(hook, {"type": "your_turn"}, "message-1")
    assert len(receiver.received) == 1


def test_a_test_message_arrives_even_if_the_webhook_is_off(
    adas: Client, hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    for _ in range(webhook.GIVEN_UP):
        webhook.give_up(hook)
    assert "was taken" in press(adas, hook, "try")
    [request] = receiver.received
    assert json.loads(request.body) == {"type": "test", "text": "This is a test."}
    assert is_genuine(webhook.shown_secret(hook.secret), request.headers, request.body)
