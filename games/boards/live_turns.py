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
from games.models import Seat


def told(seat: Seat, now: datetime) -> dict[str, Any]:
    """Return what static/js/live.js shows of the seat's turn, in the active language. `left` is in ms."""
    table = seat.table
    begins = table.number < len(table.seats.all())
    text = _("%(game)s begins: your turn.") if begins else _("%(game)s: your turn.")
    others = [each.shown for each in table.seats.all() if each.name and each.pk != seat.pk]
    game = config(table.game)
    return {
        "turn": f"{table.pk} {seat.deadline and ms(seat.deadline)}",
        "address": reverse("table", args=[table.pk]),
        "title": text % {"game": title(table.game)},
        "with": _("With %(names)s") % {"names": texts.names(others)},
        "cloth": game.cloth,
        "cover": f"{static(game.cover)}#cover" if game.cover else "",
        "left": ms(seat.deadline) - ms(now) if seat.deadline else None,
    }
