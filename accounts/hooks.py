"""What the rest of the site does when something happens to an account, and what it adds to the preferences. Accounts
knows nothing of it: every app appends its own when it is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet

from accounts.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True)
class Page:
    """A page of preferences: the name of its address, and what its button says."""

    address: str
    label: _StrOrPromise


@dataclass
class Hooks:
    # Close what the person of that key has open: what they are has changed.
    sign_off: list[Callable[[int], None]] = field(default_factory=list)
    # The guest of that key has registered under that name.
    registered: list[Callable[[int, str], None]] = field(default_factory=list)
    # A session ends that was this person's: end what was turned on in it.
    session_ended: list[Callable[[SessionBase, int], None]] = field(default_factory=list)
    # Of these guests, those that nothing of the app needs any more.
    unneeded_guests: list[Callable[[QuerySet[User]], QuerySet[User]]] = field(default_factory=list)
    # Listed on a member's preferences, in this order.
    preference_pages: list[Page] = field(default_factory=list)


hooks = Hooks()
