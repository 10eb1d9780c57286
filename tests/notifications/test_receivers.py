"""Sending to real receivers on this machine: a push service and a member's program."""

from __future__ import annotations

import contextlib
import json
import socket
from datetime import timedelta

import pytest
import standardwebhooks

from accounts.models import User
from games.models import Delivery, PushSubscription, Webhook
from games.notifications.channels import webhook
from games.notifications.outbox import ATTEMPTS, BACKOFF
from tests.helpers.given import step
from tests.notifications.addressees import Receiver, Tap
from tests.notifications.members import NOON, Clock, at_table, deliveries, member, post, whose_turn
from tests.notifications.pushing import Browser, subscribe

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("this_machine")]
Status = Delivery.Status


@pytest.fixture
def ada(clock: Clock) -> User:
    """A member who is notified only of her turn."""
    kinds = ("sat_down", "match_over", "time_short")
    return member("Ada", mail=False, channels={kind: [] for kind in kinds})


def turn_of_ada() -> str:
    snapshot = at_table(2)
    if whose_turn(snapshot).username != "Ada":
        step(snapshot)
    return snapshot.table.pk


def status() -> list[str]:
    return [row.status for row in deliveries(member("Ada", mail=False))]


def test_a_browser_shows_whose_turn_it_is(ada: User, receiver: Receiver) -> None:
    browser = Browser()
    subscribe(ada, receiver.url(), browser)
    table = turn_of_ada()
    post()
    post()
    [request] = receiver.received
    message = browser.read(request.body)
    assert (message["title"], message["url"], message["count"]) == (
        "Your turn: Parade with Ben",
        f"/go/{table}/",
        1,
    )
    assert request.headers["ttl"] == str(24 * 3600)
    assert status() == [Status.SENT]


def test_a_browser_that_has_turned_messages_off_is_forgotten(ada: User, receiver: Receiver) -> None:
    receiver.status = 410
    subscribe(ada, receiver.url(), Browser())
    turn_of_ada()
    post()
    assert not PushSubscription.objects.exists()
    assert status() == [Status.DROPPED]


def test_a_program_is_told_whose_turn_it_is_and_can_tell_who_says_so(ada: User, receiver: Receiver) -> None:
    hook = webhook.add(ada, receiver.url())
    table = turn_of_ada()
    post()
    post()
    [request] = receiver.received
    assert hook is not None
    assert json.loads(request.body)["table"] == table
    assert json.loads(request.body)["type"] == "your_turn"
    verifier = standardwebhooks.Webhook(webhook.shown_secret(hook.secret))
    assert verifier.verify(request.body, request.headers)["type"] == "your_turn"
    [row] = deliveries(ada)
    assert (row.status, request.headers["webhook-id"]) == (Status.SENT, row.message_id)


def test_a_program_that_has_trouble_is_told_again_under_the_same_name(
    ada: User, receiver: Receiver, clock: Clock
) -> None:
    webhook.add(ada, receiver.url())
    receiver.status = 503
    turn_of_ada()
    post()
    clock.shift(BACKOFF[0])
    receiver.status = 200
    post()
    assert len(receiver.received) == 2
    assert len({request.headers["webhook-id"] for request in receiver.received}) == 1
    assert status() == [Status.SENT]


def test_a_program_may_say_how_long_to_wait(ada: User, receiver: Receiver, clock: Clock) -> None:
    webhook.add(ada, receiver.url())
    receiver.status, receiver.extra = 429, {"Retry-After": "1800"}
    turn_of_ada()
    post()
    [row] = deliveries(ada)
    assert row.due_at == NOON + timedelta(minutes=30)


def test_a_message_given_up_counts_against_its_webhook(ada: User, receiver: Receiver, clock: Clock) -> None:
    webhook.add(ada, receiver.url())
    receiver.status = 503
    turn_of_ada()
    for pause in [*BACKOFF, timedelta()]:
        post()
        clock.shift(pause)
    assert len(receiver.received) == ATTEMPTS
    assert status() == [Status.FAILED]
    assert Webhook.objects.get().failures == 1


def test_a_refused_delivery_is_given_up_at_once(ada: User, receiver: Receiver) -> None:
    webhook.add(ada, receiver.url())
    receiver.status = 400
    turn_of_ada()
    post()
    assert status() == [Status.FAILED]
    assert Webhook.objects.get().failures == 1


def test_a_webhook_whose_answer_was_lost_is_tried_again_soon(ada: User, clock: Clock) -> None:
    heard: list[bytes] = []

    def hang_up(connection: socket.socket) -> None:
        heard.append(b"")
        connection.close()

    with contextlib.closing(Tap(hang_up)) as tap:
        webhook.add(ada, f"http://127.0.0.1:{tap.port}/")
        turn_of_ada()
        post()
    [row] = deliveries(ada)
    assert len(heard) == 1
    assert (row.status, row.due_at) == (Status.WAITING, NOON + BACKOFF[0])
