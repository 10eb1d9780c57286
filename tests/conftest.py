"""What every test of the site needs: plain static files, and a password hash that costs nothing."""

import itertools
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.databases import empty_file, file_database
from tests.helpers import given

__all__ = ["empty_file", "file_database"]
PASSWORD = "curiouser and curiouser"
# Whole sites that several files of tests share.
SHARED_SITES = {"cluster", "standing", "house"}
# The folders whose files take longest: they begin first, so that no process is left with one of them at the end.
LONG = ("hosting", "scale", "packages", "queries", "migrations", "sockets", "rules")


def pytest_configure() -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # By this the cards of a match are dealt that begins at once: it is another on each machine.
    settings.SECRET_KEY = "tests of a caucus race"
    # All tests come from one address. A public site's limit of registrations, which they try.
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "20/h/ip"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file go to one process, and those that share a site: what they share is made once."""
    for item in items:
        shared = SHARED_SITES.intersection(getattr(item, "fixturenames", ()))
        item.add_marker(pytest.mark.xdist_group("site " + min(shared) if shared else item.path.stem))
    items.sort(
        key=lambda item: LONG.index(item.path.parent.name) if item.path.parent.name in LONG else len(LONG)
    )


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


@pytest.fixture(autouse=True)
def _the_same_cards() -> None:
    """What a test is dealt does not depend on the tests before it."""
    given.numbers = itertools.count()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)


@pytest.fixture
def adas(ada: User) -> Client:
    """A browser in which Ada is signed in."""
    browser = Client()
    browser.force_login(ada)
    return browser
