"""What templates of other pages show of deals."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from accounts.models import User
from games.deals import days, matches, pages, streaks
from games.deals.streaks import Streak
from games.models import Table
from games.rules import core
from games.views.pages import person_of

register = template.Library()


@register.simple_tag(takes_context=True)
def todays_deals(context: Context) -> list[dict[str, Any]]:
    """The deals of today, each with what the reader has made of it."""
    return pages.today(person_of(context["request"]))


@register.simple_tag
def streak_of(person: User) -> Streak:
    """The days in a row on which the person has played a deal."""
    return streaks.of(person.pk)


@register.simple_tag
def ms_to_midnight() -> int:
    """Return the time until the next deals begin."""
    left = days.begins(days.today() + days.DAY) - timezone.now()
    return int(left.total_seconds() * 1000)


@register.filter
def can_be_played_again(table: Table) -> bool:
    """Whether the table's page offers its deal to others: that of a day, too, leads to the deal's own page."""
    return table.is_over and (table.is_shared_deal or matches.is_playable(table))


@register.filter
def has_deal(table: Table) -> bool:
    """Whether the match that the page shows can be played again once it is over."""
    rules = core.game(table.game)
    return table.is_proven and not table.is_guided and not table.is_shared_deal and not rules.REAL_TIME
