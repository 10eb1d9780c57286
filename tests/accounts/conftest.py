"""Fixtures for tests of deletion and export: a person, and what their push messages need."""

import pytest

from accounts.models import User
from tests.accounts.leaving import ADDRESS, NAME
from tests.conftest import PASSWORD
from tests.notifications.conftest import browser, service, subscription, this_machine

__all__ = ["browser", "service", "subscription", "this_machine"]


@pytest.fixture
def quetz(db: None) -> User:
    """A person whose name doesn't occur anywhere else."""
    return User.objects.create_user(NAME, ADDRESS, PASSWORD)
