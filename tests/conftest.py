"""What every test of the site needs: plain static files, and a password hash that costs nothing."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.databases import empty_file, file_database

__all__ = ["empty_file", "file_database"]
PASSWORD = "curiouser and curiouser"


def pytest_configure() -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # All tests come from one address. A public site's limit of registrations, which they try.
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": None, "signup": "20/h/ip"}


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """No test leaves its language to the next one."""
    yield
    translation.deactivate()


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
