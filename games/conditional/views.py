"""Views of conditional moves: the form, for the seat's owner only, and its buttons."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import boards
from games.boards.fields import number
from games.conditional import elements, moves
from games.play import storage
from games.play.snapshot import RECENT, Snapshot
from games.rules.core import Refused
from games.views.requests import HtmxHttpRequest
from games.views.tables import answers_refusals, fragment, id_of, see, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def conditional_move(request: HtmxHttpRequest, table: str) -> HttpResponse:
    """GET shows the form, to a script without its page. In a POST, `do` is give, revoke or read (of a dropped one)."""
    snapshot = see(request, table, RECENT)
    if request.method != "POST":
        return _form_page(request, snapshot)
    _do(request, snapshot)
    if request.htmx:
        return HttpResponse(fragment(request, storage.load(table, recent=RECENT)))
    return redirect("table", table)


def _form_page(request: HtmxHttpRequest, snapshot: Snapshot) -> HttpResponse:
    viewer = viewer_of(request, snapshot)
    if viewer is None or snapshot.row is None:
        raise Http404
    form = elements.form(boards.scene_of(snapshot, viewer))
    if request.htmx:
        return HttpResponse(form or "")
    if form is None:
        return redirect("table", snapshot.table.pk)
    context = {"table": snapshot.table, "form": form} | boards.own_files(snapshot.table.game)
    return render(request, "conditional/form.html", context)


def _do(request: HttpRequest, snapshot: Snapshot) -> None:
    person, table, do = id_of(request), snapshot.table, request.POST.get("do", "")
    if do == "give":
        content = elements.conditional_move_of_form(table.game, request.POST)
        # The number of the board on which it was made.
        moves.give(table.pk, person, content, number(request.POST.get("seen", "")))
    elif do == "revoke":
        moves.revoke(table.pk, person)
    elif do == "read":
        moves.dismiss(table.pk, person)
    else:
        raise Refused("malformed")
