"""Template filters for guided first matches."""

from __future__ import annotations

from django import template

from games.rules.guide import guide

register = template.Library()


@register.filter
def has_guide(game: str) -> bool:
    """Return True if the game brings a guided first match."""
    return guide(game) is not None
