"""Tags about the ladder for the pages of tables."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.ladder import climbs, steps
from games.models import Seat, Table
from games.play import results

register = template.Library()
register.simple_tag(steps.offer, name="climbed")
register.simple_tag(steps.is_undone_by_hint, name="undone_by_hint")


@register.filter
def is_on_ladder(table: Table, seats: Sequence[Seat]) -> bool:
    """Return True if a bot with a face sits there."""
    return not table.is_imported and bool(climbs.first_bots(seats))


@register.filter
def counts_ahead(table: Table, seat: Seat) -> bool:
    """Return True if the match counts for the seat's person when they end ahead."""
    return results.counts(table, seat.index)
