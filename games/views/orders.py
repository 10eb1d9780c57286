"""Standing orders: the form that gives one, shown to the seat's owner alone, and what its buttons do."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import boards, play
from games.boards.orders import number
from games.live.rooms import swapped
from games.play import Position, Refused
from games.play.position import RECENT
from games.views.pages import person_of
from games.views.tables import answers_refusals, see, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def order(request: HttpRequest, table: str) -> HttpResponse:
    """GET: the form, for a script without its page. POST: `do` is give, revoke or read (why it was dropped)."""
    position = see(request, table, RECENT)
    if request.method != "POST":
        return _asked(request, position)
    _done(request, position)
    if request.htmx:  # type: ignore[attr-defined]
        position = play.load(table, recent=RECENT)
        scene = boards.scene_of(position, viewer_of(request, position))
        return HttpResponse(swapped(boards.board(scene).whole))
    return redirect("table", table)


def _asked(request: HttpRequest, position: Position) -> HttpResponse:
    viewer = viewer_of(request, position)
    if viewer is None or position.row is None:
        raise Http404
    form = boards.order_form(boards.scene_of(position, viewer))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(form or "")
    if form is None:
        return redirect("table", position.table.pk)
    context = {"table": position.table, "form": form} | boards.own_files(position.table.game)
    return render(request, "games/order.html", context)


def _done(request: HttpRequest, position: Position) -> None:
    person, table, do = person_of(request), position.table, request.POST.get("do", "")
    if person is None:
        raise Refused("not_seated")
    if do == "give":
        order = boards.forms_order(table.game, request.POST)
        play.give(table.pk, person.pk, order, _seen(request))
    elif do == "revoke":
        play.revoke(table.pk, person.pk)
    elif do == "read":
        play.read_note(table.pk, person.pk)
    else:
        raise Refused("malformed")


def _seen(request: HttpRequest) -> int:
    """The number of the board on which the order was made."""
    return number(request.POST.get("seen", ""))
