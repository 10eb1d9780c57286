"""A live turn in words, for whoever is on another page of the site."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.templatetags.static import static
from django.urls import reverse

from games.boards import texts
from games.boards.installed import config, title
from games.boards.language import gettext as _
from games.boards.people import ms
from games.models import Seat, Table


def told(seat: Seat, now: datetime) -> dict[str, Any]:
    """Return what static/js/live.js shows of the seat's turn, in the active language. `left` is in ms."""
    table = seat.table
    others = [other.shown for other in table.seats.all() if other.name and other.pk != seat.pk]
    game = config(table.game)
    return {
        "turn": f"{table.pk} {seat.deadline and ms(seat.deadline)}",
        "address": reverse("table", args=[table.pk]),
        "title": _title(table) % {"game": title(table.game)},
        "with": _("With %(names)s") % {"names": texts.names(others)},
        "cloth": game.cloth,
        "cover": f"{static(game.cover)}#cover" if game.cover else "",
        "left": _left(seat, now),
    }


def _title(table: Table) -> str:
    if table.due_at is not None:
        return _("%(game)s goes on without you.") if table.number else _("%(game)s begins.")
    return _("%(game)s: your turn.") if table.number else _("%(game)s begins: your turn.")


def _left(seat: Seat, now: datetime) -> int | None:
    """Return the ms that are left on the seat's clock, or until a race begins; None while it runs."""
    until = seat.deadline or (None if seat.table.number else seat.table.started_at)
    return max(0, ms(until) - ms(now)) if until else None
