"""The coach's hint, shown only to the seat that asks."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from games.boards import board_of
from games.coach import advice
from games.coach.models import Hint
from games.coach.questions import coach
from games.models import Move
from games.rules import core
from games.views.requests import HtmxHttpRequest, number_of
from games.views.tables import action, id_of, see
from hosting.limits.addresses import address_of_request


@action
def hint(request: HtmxHttpRequest, table: str) -> HttpResponse:
    """Give a hint for the board with the number `seen`. Answers a script with a panel, a form with a page."""
    snapshot = see(request, table)
    if board_of(snapshot.table.game).COACH is None:
        raise core.Refused("no_hints")
    number = number_of(request.POST.get("seen"), default=0)
    hint = coach.ask(table, id_of(request), address_of_request(request), number)
    names = [seat.shown for seat in snapshot.seats]
    context = {"table": snapshot.table, "advice": answer(hint, snapshot.table.game, names)}
    is_page = not request.htmx
    return render(request, "coach/hint.html" if is_page else "coach/_hint.html", context)


def answer(hint: Hint, game: str, names: list[str]) -> dict[str, object]:
    """Return the advice in the active language. It is made from the view of the seat on the board on which it asked."""
    row = Move.objects.get(table_id=hint.table_id, number=hint.number)
    rules = core.game(game)
    assert hint.advice is not None
    return advice.answer(game, rules.view(rules.load(row.state), hint.seat), hint.advice, names)
