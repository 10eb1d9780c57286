"""What every test of the site needs: plain static files, and a password hash that costs nothing."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation


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
