"""A clock that tests set, a push service, a browser subscribed to it, a webhook, names of the network, and permission
to send to this machine."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.models import PushSubscription, Webhook
from games.notifications.channels import webhook
from tests.notifications.addressees import Names, Receiver
from tests.notifications.members import NOON, Clock
from tests.notifications.pushing import Browser, subscribe


@pytest.fixture
def clock() -> Iterator[Clock]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


@pytest.fixture
def this_machine(settings: Any) -> None:
    """Allow sending to this machine."""
    settings.OUTGOING_LOOPBACK = True
    settings.DEFAULT_FROM_EMAIL = "The Hatter <hatter@tea.example>"


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service."""
    with contextlib.closing(Receiver()) as running:
        yield running


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def subscription(ada: User, service: Receiver, browser: Browser) -> PushSubscription:
    return subscribe(ada, service.url(), browser)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with contextlib.closing(Receiver()) as running:
        yield running


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    book = Names()
    monkeypatch.setattr(socket, "getaddrinfo", book.getaddrinfo)
    return book


@pytest.fixture
def hook(ada: User, receiver: Receiver) -> Webhook:
    webhook_row = webhook.add(ada, receiver.url())
    assert webhook_row
    return webhook_row
