"""Views that begin and leave a guided first match."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import page_limits
from accounts.guests import guest_for
from games import boards
from games.guided import matches
from games.rules.core import Refused
from games.views.start import game_of
from games.views.tables import action, id_of


@require_POST
def guided(request: HttpRequest) -> HttpResponse:
    """Open the game's guided match, as a guest if need be, or return to the one that still runs.

    The address names the table that offered the guided match as `instead`.
    """
    page_limits.require(request, "tables")
    game = game_of(request.POST)
    try:
        person = guest_for(request)
        snapshot = matches.open_guided(person, game)
        matches.put_untouched_aside(request.GET.get("instead", ""), person)
    except Refused as refused:
        messages.error(request, boards.refusal(refused)[0])
        return redirect("lobby")
    return redirect("table", snapshot.table.pk)


@action
def leave(request: HttpRequest, table: str) -> None:
    """Go on with the match without the guide."""
    matches.leave_guide(table, id_of(request))
