"""People to test with, and limits that start afresh."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

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
