"""The language of mails to a person who registers."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation

from accounts.models import User


def keep_spoken(user: User) -> None:
    """Set the language of the current page, unless the person has chosen one. The caller saves."""
    spoken = translation.get_language()
    if not user.language and spoken in dict(settings.LANGUAGES):
        user.language = spoken
