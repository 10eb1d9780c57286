"""Guests who have gone: which of them no table needs any more."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Table


def unneeded(guests: QuerySet[User]) -> QuerySet[User]:
    """Those who have no seat and no table of their own. What they imported stays, as nobody's."""
    played = Table.objects.filter(host=OuterRef("pk"), origin__isnull=True)
    return guests.filter(~Exists(played), seats__isnull=True)
