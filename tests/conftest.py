"""Settings for all tests of the site: static files without hashes, and a cheap password hash."""

import gc
import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from xdist.scheduler import LoadScopeScheduling

from accounts.models import User
from tests.databases import empty_file, file_database
from tests.helpers import given

__all__ = ["empty_file", "file_database"]
PASSWORD = "curiouser and curiouser"
# Files that share a site.
SHARED_SITES = (
    ("tests/scale/",),
    ("tests/hosting/test_cluster.py", "tests/hosting/test_ending.py", "tests/hosting/test_read_only.py"),
)
# The slowest folders and files begin first, so that none is left at the end.
SLOW = (
    *("scale", "test_cluster", "hosting", "packages", "migrations", "queries"),
    *("test_reviews", "test_processes", "test_making", "test_claims", "test_imports", "test_killed"),
    *("sockets", "rules"),
    *("test_other_games", "test_packages", "test_small_targets", "test_in_sight", "test_puzzles"),
    *("test_wonderland_stays", "test_conditional_moves", "test_turns", "test_mails", "test_pages"),
    *("test_workbench", "test_matches", "test_race", "test_deals", "test_first_hour"),
    *("test_race_page", "test_safety"),
)


def pytest_configure() -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    # Without a manifest every new Client would look through all collected files, which takes it a quarter of a second.
    settings.SERVESTATIC_USE_STATIC_ROOT = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # It determines the cards of matches that begin at once, and would differ from machine to machine.
    settings.SECRET_KEY = "tests of a caucus race"
    # All tests come from one address. This is the limit of registrations of a public site, which they test.
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "20/h/ip"}


class Files(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist brings no types.
    """Sends the tests of a file to one process, and those that share a site too, so that what they share is made once.

    The groups of pytest-xdist 3.8 would say it by test, but are lost with pytest 9.2.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return next((files[0] for files in SHARED_SITES if file.startswith(files)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Files:
    return Files(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Run the slowest first, after pytest-django has put the tests with a database first."""
    yield
    items.sort(key=_place)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt the collected tests and the loaded modules, which stay to the end, from garbage collection."""
    gc.freeze()


def _place(item: pytest.Item) -> int:
    names = item.path.parent.name, item.path.stem
    return next((place for place, name in enumerate(SLOW) if name in names), len(SLOW))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Reset the language after each test."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _the_same_cards() -> None:
    """Deal the same cards to a test whatever tests ran before it."""
    given.numbers = itertools.count()


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)


@pytest.fixture
def adas(ada: User) -> Client:
    """Return a browser in which Ada is signed in."""
    browser = Client()
    browser.force_login(ada)
    return browser
