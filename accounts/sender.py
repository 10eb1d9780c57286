"""The sender of the site's mails, by settings.DEFAULT_FROM_EMAIL."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings


def address() -> str:
    """Return the sender's address without a name."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def domain() -> str:
    """Return the domain of the sender's address. The ids of mails end with it."""
    return address().rpartition("@")[2]
