"""Tags about puzzles for templates of other pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from games.puzzles import files, pages
from games.views.pages import person_of

register = template.Library()


@register.filter
def has_puzzles(game: str) -> bool:
    return game in files.games()


@register.simple_tag(takes_context=True)
def todays_puzzle(context: Context) -> dict[str, Any] | None:
    """The puzzle of the day, with what the reader has made of it; for a visitor without its picture."""
    person = person_of(context["request"])
    return pages.pictured_today(person) if person else pages.todays(None)
