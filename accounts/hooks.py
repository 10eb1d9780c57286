"""Hooks of accounts: other apps react to events of an account, and add pages to the preferences.

Accounts imports none of them. Each app appends its own in `AppConfig.ready`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


# The values of a session, by name.
SessionValues = SessionBase | dict[str, Any]

MATCHES = _("Matches")


@dataclass(frozen=True)
class Page:
    """A page of preferences: the name of its URL, the label of its button, and the heading above it."""

    address: str
    label: _StrOrPromise
    group: _StrOrPromise = MATCHES


# Close the open sockets of the person with that key, since their account has changed.
close_sockets: list[Callable[[int], None]] = []
# A guest, by key, has registered under a name.
registered: list[Callable[[int, str], None]] = []
# A session of a person ends: turn off the features that were turned on in it.
session_ended: list[Callable[[SessionValues, int], None]] = []
# What a session holds under these keys stays when a guest signs in as a member.
kept_at_login: list[str] = []
# Filter guests: keep those that the app does not need any more.
unneeded_guests: list[Callable[[QuerySet[User]], QuerySet[User]]] = []
# The pages listed on a member's preferences, in order. Those of a group follow each other.
preference_pages: list[Page] = []
