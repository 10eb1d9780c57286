"""Template filters for guided first matches."""

from __future__ import annotations

from django import template

from accounts.models import User
from games.models import Seat
from games.rules.guide import guide

register = template.Library()


@register.filter
def has_guide(game: str) -> bool:
    """Return True if the game brings a guided first match."""
    return guide(game) is not None


@register.filter
def has_guide_for(game: str, person: User) -> bool:
    """Return True if the game brings a guided first match, and the person has never sat down to it."""
    return has_guide(game) and not Seat.objects.filter(user=person, table__game=game).exists()
