"""People and browsers to test with, and limits that start afresh."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import PushSubscription, User
from tests.accounts.pushing import Browser, subscribe
from tests.accounts.receivers import Receiver

PASSWORD = "curiouser and curiouser"


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)


@pytest.fixture
def adas(ada: User) -> Client:
    """A browser in which Ada is signed in."""
    browser = Client()
    browser.force_login(ada)
    return browser


@pytest.fixture
def this_machine(settings: Any) -> None:
    """Where messages may go."""
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
