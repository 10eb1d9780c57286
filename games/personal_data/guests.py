"""Guests whom no table needs any more."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Table


def unneeded(guests: QuerySet[User]) -> QuerySet[User]:
    """Return the guests without a seat and without a table of their own. Their imported matches stay without an
    owner."""
    played = Table.objects.filter(host=OuterRef("pk"), origin__isnull=True)
    return guests.filter(~Exists(played), seats__isnull=True)
