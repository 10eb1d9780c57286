"""Tags about the ladder for the pages of tables."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from accounts.models import User
from games.ladder import climbs, steps
from games.models import Seat, Table
from games.play import results

register = template.Library()


@register.filter
def is_on_ladder(table: Table, seats: Sequence[Seat]) -> bool:
    """Return True if a bot with a face sits there."""
    return not table.is_imported and bool(climbs.first_bots(seats))


@register.filter
def counts_ahead(table: Table, seat: Seat) -> bool:
    """Return True if the match counts for the seat's person when they end ahead."""
    return results.counts(table, seat.index)


@register.simple_tag
def climbed(table: Table, seats: Sequence[Seat], user: User) -> steps.Offer | None:
    """Return what the finished match did on the person's ladder."""
    return steps.offer(table, seats, user)


@register.simple_tag
def undone_by_hint(table: Table, seats: Sequence[Seat], user: User) -> bool:
    """Return True if the finished match doesn't count for the person's ladder because of their hint."""
    return steps.is_undone_by_hint(table, seats, user)
