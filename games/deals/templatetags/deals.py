"""Tags about deals for templates of other pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.translation import pgettext

from accounts import time_zones
from accounts.models import User
from games.deals import days, matches, pages, streaks
from games.deals.streaks import Streak
from games.models import Table
from games.rules import core
from games.views.pages import person_of

register = template.Library()


@register.simple_tag(takes_context=True)
def todays_deals(context: Context) -> list[dict[str, Any]]:
    """Return the deals of today with the reader's results."""
    return pages.today(person_of(context["request"]))


@register.simple_tag
def streak_of(person: User) -> Streak:
    """Return the person's streak."""
    return streaks.of(person.pk)


@register.simple_tag
def ms_to_midnight() -> int:
    """Return the time until the next deals begin."""
    left = days.begins(days.today() + days.DAY) - timezone.now()
    return int(left.total_seconds() * 1000)


@register.simple_tag(takes_context=True)
def local_time(context: Context, moment: datetime, form: str = "") -> str:
    """Return the moment in the reader's time zone with its name, for instance "Saturday 28 November, 13:00 (CET)".

    `form` is one of Django's date formats. Without it the text has the day and the time.
    """
    request = context["request"]
    zone = time_zones.zone_of(request.user, request.COOKIES.get("zone", ""))
    return time_zones.local_time(moment, zone, form or pgettext("date format", "l j F, H:i"))


@register.filter
def can_be_played_again(table: Table) -> bool:
    """Return True if the table's page offers its deal to others. The deal of a day has a page of its own."""
    return table.is_over and (table.is_shared_deal or matches.is_playable(table))


@register.filter
def has_deal(table: Table) -> bool:
    """Return True if the match of the page can be played again once it is over."""
    rules = core.game(table.game)
    return table.is_proven and not table.is_guided and not table.is_shared_deal and not rules.REAL_TIME
