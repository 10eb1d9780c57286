"""A push service, a browser subscribed to it, a webhook, and permission to send to this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.models import PushSubscription, Webhook
from games.notifications.channels import webhook
from tests.notifications.addressees import Receiver
from tests.notifications.pushing import Browser, subscribe


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
def hook(ada: User, receiver: Receiver) -> Webhook:
    webhook_row = webhook.add(ada, receiver.url())
    assert webhook_row
    return webhook_row
