"""Somebody to delete, and what deleting and exporting an account must take along: the fixtures of its push messages."""

import pytest

from accounts.models import User
from tests.accounts.leaving import ADDRESS, NAME
from tests.conftest import PASSWORD
from tests.notifications.conftest import browser, service, subscription, this_machine

__all__ = ["browser", "service", "subscription", "this_machine"]


@pytest.fixture
def quetz(db: None) -> User:
    """Somebody whose name is found nowhere by chance."""
    return User.objects.create_user(NAME, ADDRESS, PASSWORD)
