"""The language in which somebody who registers is written to."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation

from accounts.models import User


def keep_spoken(user: User) -> None:
    """That of the page on which they do, until they choose another. The caller saves."""
    spoken = translation.get_language()
    if not user.language and spoken in dict(settings.LANGUAGES):
        user.language = spoken
