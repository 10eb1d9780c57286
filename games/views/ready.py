"""The views of a real-time game's players: ready to begin, or a table with more time."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import page_limits
from accounts.guests import guest_for
from games.play import closing, opening, real_time
from games.play.opening import Plan
from games.views.tables import answers_refusals, id_of, see


@require_POST
@answers_refusals
def ready(request: HttpRequest, table: str) -> HttpResponse:
    real_time.be_ready(table, id_of(request))
    return redirect("table", table)


@require_POST
@answers_refusals
def slower(request: HttpRequest, table: str) -> HttpResponse:
    """Open a table like this one, against the same bots, on which everything takes longer. This one is put aside.

    Nothing is taken from the page's form: it has shown the fingerprint of a rematch, which this isn't.
    """
    page_limits.hold(request, "tables")
    old = see(request, table)
    closing.put_aside(table, id_of(request), aside=True)
    bots = [seat.level for seat in old.seats if seat.is_bot]
    options = {**old.table.options, **old.rules.SLOWER}
    plan = Plan(old.table.game, len(old.seats), bots=bots, public=False, clock=False, options=options)
    return redirect("table", opening.open_table(guest_for(request), plan).table.pk)
