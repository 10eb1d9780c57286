"""What templates of other pages show of deals."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.translation import ngettext

from games.deals import matches, pages
from games.models import Table
from games.views.pages import person_of

register = template.Library()


@register.simple_tag(takes_context=True)
def todays_deals(context: Context) -> list[dict[str, Any]]:
    """The deals of today, each with what the reader has made of it."""
    return pages.today(person_of(context["request"]))


@register.filter
def can_be_played_again(table: Table) -> bool:
    """Whether the table's page offers its deal to others: that of a day, too, leads to the deal's own page."""
    return table.is_over and (table.is_shared_deal or matches.is_playable(table))


@register.filter
def points_word(number: int) -> str:
    """`point` or `points`, beside a number that is drawn by itself."""
    return ngettext("point", "points", number)
