"""Webhooks: what a receiver gets and how it checks it; the page where a member gives addresses."""

from __future__ import annotations

import contextlib
import json
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import outgoing, webhooks
from accounts.models import User, Webhook
from tests.accounts.receivers import Names, Receiver

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "webhooks.md").read_text()


@pytest.fixture(autouse=True)
def _this_machine(settings: Any) -> None:
    settings.OUTGOING_LOOPBACK = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with contextlib.closing(Receiver()) as running:
        yield running


@pytest.fixture
def hook(ada: User, receiver: Receiver) -> Webhook:
    made = webhooks.add(ada, receiver.url())
    assert made
    return made


@pytest.fixture(scope="module")
def is_genuine() -> Callable[..., bool]:
    """The receiver's side, as docs/webhooks.md gives it."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    room: dict[str, Any] = {}
    exec(found[1], room)
    checks: Callable[..., bool] = room["is_genuine"]
    return checks


def told(label: str) -> str:
    found = re.search(rf"^\| {label} \| `([^`]*)`", PAGE, re.MULTILINE)
    assert found
    return found[1]


def press(browser: Client, hook: Webhook, what: str) -> str:
    answer = browser.post(reverse("webhook", args=[hook.pk]), {"do": what}, follow=True)
    return answer.content.decode()


def test_a_receiver_gets_json_that_it_can_check(
    hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    webhooks.send(hook, {"type": "your_turn", "text": "À vous"}, "message-1")
    [got] = receiver.received
    assert json.loads(got.body) == {"type": "your_turn", "text": "À vous"}
    assert got.headers["content-type"] == "application/json"
    assert got.headers["unbirthday-message"] == "message-1"
    signature = got.headers["unbirthday-signature"]
    assert is_genuine(hook.secret, signature, got.body)
    assert not is_genuine(webhooks.new_secret(), signature, got.body)
    assert not is_genuine(hook.secret, signature, got.body + b" ")
    assert not is_genuine(hook.secret, re.sub(r"t=\d", "t=9", signature), got.body)
    assert not is_genuine(hook.secret, "nonsense", got.body)


def test_an_old_message_is_refused_by_its_receiver(
    hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    with time_machine.travel("2026-07-04T10:00:00Z", tick=False) as now:
        webhooks.send(hook, {"type": "your_turn"}, "message-1")
        [got] = receiver.received
        now.shift(299)
        assert is_genuine(hook.secret, got.headers["unbirthday-signature"], got.body)
        now.shift(2)
        assert not is_genuine(hook.secret, got.headers["unbirthday-signature"], got.body)


def test_the_example_of_the_page_is_true(is_genuine: Callable[..., bool]) -> None:
    secret, time, body, header = (told(label) for label in ("secret", "time", "body", "header"))
    assert webhooks.signature(secret, int(time), body.encode()) == header
    assert is_genuine(secret, header, body.encode(), now=int(time))


def test_the_code_that_members_see_is_that_of_the_page() -> None:
    assert (ROOT / "templates" / "accounts" / "_verify.txt").read_text() in PAGE


def test_the_same_message_sent_again_has_the_same_id(hook: Webhook, receiver: Receiver) -> None:
    for _ in range(2):
        webhooks.send(hook, {"type": "your_turn"}, "message-1")
    assert [each.headers["unbirthday-message"] for each in receiver.received] == ["message-1"] * 2


@pytest.mark.parametrize(
    ("status", "meaning"),
    [(410, outgoing.Gone), (400, outgoing.Refused), (307, outgoing.Refused), (500, outgoing.Unreachable)],
)
def test_what_the_receiver_says_is_understood(
    hook: Webhook, receiver: Receiver, status: int, meaning: type[Exception]
) -> None:
    receiver.status = status
    with pytest.raises(meaning):
        webhooks.send(hook, {"type": "your_turn"}, "message-1")


def test_an_address_inside_gets_nothing(settings: Any, hook: Webhook, receiver: Receiver) -> None:
    settings.OUTGOING_LOOPBACK = False
    with pytest.raises(outgoing.Refused):
        webhooks.send(hook, {"type": "your_turn"}, "message-1")
    assert receiver.received == []


def test_twenty_messages_given_up_in_a_row_turn_it_off(
    hook: Webhook, receiver: Receiver, adas: Client
) -> None:
    for _ in range(webhooks.GIVEN_UP - 1):
        webhooks.give_up(hook)
    assert hook.disabled_at is None
    webhooks.give_up(hook)
    assert hook.disabled_at is not None
    with pytest.raises(outgoing.Refused, match="turned off"):
        webhooks.send(hook, {"type": "your_turn"}, "message-1")
    assert receiver.received == []
    assert "20 messages in a row did not arrive" in adas.get(reverse("webhooks")).content.decode()


def test_one_that_arrives_ends_the_row(hook: Webhook) -> None:
    for _ in range(webhooks.GIVEN_UP - 1):
        webhooks.give_up(hook)
    webhooks.send(hook, {"type": "your_turn"}, "message-1")
    webhooks.give_up(hook)
    assert (hook.failures, hook.disabled_at) == (1, None)


def test_its_member_turns_it_on_again(hook: Webhook, receiver: Receiver, adas: Client) -> None:
    for _ in range(webhooks.GIVEN_UP):
        webhooks.give_up(hook)
    press(adas, hook, "on")
    hook.refresh_from_db()
    assert (hook.failures, hook.disabled_at) == (0, None)
    webhooks.send(hook, {"type": "your_turn"}, "message-1")
    assert len(receiver.received) == 1


def add(browser: Client, url: str) -> str:
    answer = browser.post(reverse("webhooks"), {"url": url}, follow=True)
    return answer.content.decode()


def test_a_secret_is_shown_once(adas: Client, ada: User, receiver: Receiver) -> None:
    page = add(adas, receiver.url())
    secret = ada.webhooks.get().secret
    assert len(secret) == 43
    assert secret in page
    assert secret not in adas.get(reverse("webhooks")).content.decode()


def test_a_new_secret_is_shown_once_and_the_old_one_is_gone(adas: Client, hook: Webhook) -> None:
    page = press(adas, hook, "secret")
    renewed = Webhook.objects.get().secret
    assert renewed != hook.secret and renewed in page
    assert renewed not in adas.get(reverse("webhooks")).content.decode()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://10.0.0.1/", "private network"),
        ("https://169.254.169.254/latest/meta-data/", "private network"),
        ("https://[fd00:ec2::254]/", "private network"),
        ("http://8.8.8.8/", "must begin with https"),
        ("ftp://127.0.0.1/", "must begin with https"),
        ("https://8.8.8.8:22/", "port"),
        ("https://me:word@8.8.8.8/", "a name or a password"),
        ("https://nobody.example/", "no machine of this name"),
        ("nonsense", "must begin with https"),
        ("", "required"),
    ],
)
def test_an_address_that_is_not_allowed_is_refused_at_once(
    adas: Client, monkeypatch: pytest.MonkeyPatch, url: str, why: str
) -> None:
    if "nobody" in url:
        monkeypatch.setattr(socket, "getaddrinfo", Names().getaddrinfo)
    page = add(adas, url)
    assert why in page
    assert not Webhook.objects.exists()


def test_an_address_is_given_once(adas: Client, hook: Webhook) -> None:
    assert "already" in add(adas, hook.url)
    assert Webhook.objects.count() == 1


def test_a_member_has_five_at_most(adas: Client, ada: User, receiver: Receiver) -> None:
    for number in range(webhooks.MOST):
        add(adas, f"{receiver.url()}/{number}")
    page = add(adas, f"{receiver.url()}/more")
    assert Webhook.objects.count() == webhooks.MOST
    assert 'name="url"' not in page


def test_a_test_message_arrives_even_if_the_webhook_is_off(
    adas: Client, hook: Webhook, receiver: Receiver, is_genuine: Callable[..., bool]
) -> None:
    for _ in range(webhooks.GIVEN_UP):
        webhooks.give_up(hook)
    assert "was taken" in press(adas, hook, "try")
    [got] = receiver.received
    assert json.loads(got.body) == {"type": "test", "text": "This is a test."}
    assert is_genuine(hook.secret, got.headers["unbirthday-signature"], got.body)


def test_a_test_message_that_does_not_arrive_says_why(
    adas: Client, hook: Webhook, receiver: Receiver
) -> None:
    receiver.status, receiver.body = 403, b"secret of the inner network"
    page = press(adas, hook, "try")
    assert "did not take the message (status 403)" in page
    assert "inner network" not in page


def test_test_messages_are_limited(adas: Client, hook: Webhook, receiver: Receiver) -> None:
    address = reverse("webhook", args=[hook.pk])
    assert [adas.post(address, {"do": "try"}).status_code for _ in range(11)] == [302] * 10 + [429]
    assert len(receiver.received) == 10


def test_addresses_are_limited(adas: Client) -> None:
    answers = [adas.post(reverse("webhooks"), {"url": "https://10.0.0.1/"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_it_is_removed(adas: Client, hook: Webhook) -> None:
    press(adas, hook, "remove")
    assert not Webhook.objects.exists()


def test_nobody_touches_the_webhooks_of_others(client: Client, hook: Webhook, receiver: Receiver) -> None:
    client.force_login(User.objects.create_user("Bob"))
    for what in ("remove", "try", "secret", "on"):
        assert client.post(reverse("webhook", args=[hook.pk]), {"do": what}).status_code == 404
    assert Webhook.objects.get().secret == hook.secret
    assert receiver.received == []


@pytest.mark.parametrize("what", ["", "nonsense", "\0"])
def test_a_button_that_is_none_does_nothing(adas: Client, hook: Webhook, what: str) -> None:
    press(adas, hook, what)
    assert Webhook.objects.get().secret == hook.secret


def test_a_link_does_nothing(adas: Client, hook: Webhook) -> None:
    assert adas.get(reverse("webhook", args=[hook.pk])).status_code == 405
