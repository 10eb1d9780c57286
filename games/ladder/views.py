"""The page of one's own ladder, and the effect of a match on it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.names import shown
from games.boards import texts
from games.ladder import steps
from games.ladder.models import LAST, NEEDED
from games.play.bot_names import bot_names
from games.queries import figures
from games.views.pages import person_of
from games.views.start import against_bots
from games.views.tables import see


@never_cache
@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Show the reader's position; a visitor is below the first bot."""
    person = person_of(request)
    ladders = steps.ladders(person)
    costs = figures.mean_costs(person) if person else {}
    context = {
        "ladders": [(ladder, _others(ladder), costs.get(ladder.game)) for ladder in ladders],
        "nearest": steps.nearest(ladders),
        "needed": NEEDED,
        "last": LAST,
    }
    return render(request, "ladder/ladder.html", context | {"person": person})


def _others(ladder: steps.Ladder) -> str:
    """Return the names of the bots that the button seats beside the one of the next step."""
    bots = against_bots(ladder.game, ladder.next.level).bots
    return texts.names([shown(name) for name in bot_names(bots)[1:]])


@never_cache
@require_safe
def result(request: HttpRequest, table: str) -> HttpResponse:
    """Return what the match did on the reader's ladder, for the page of its table."""
    snapshot = see(request, table)
    return render(request, "ladder/_result.html", {"table": snapshot.table, "seats": snapshot.seats})
