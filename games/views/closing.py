"""Views that leave a table, close it, or take it out of a list."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.signin.next import next_address
from games.play import closing
from games.views.tables import answers_refusals, id_of


@require_POST
@answers_refusals
def leave(request: HttpRequest, table: str) -> HttpResponse:
    closing.leave(table, id_of(request))
    messages.info(request, _("You have left the table."))
    return redirect("lobby")


@require_POST
@answers_refusals
def cancel(request: HttpRequest, table: str) -> HttpResponse:
    closing.cancel(table, id_of(request))
    messages.info(request, _("The table is closed."))
    return redirect("lobby")


@require_POST
@answers_refusals
def put_aside(request: HttpRequest, table: str) -> HttpResponse:
    """Take a table out of the list of one's tables, or with `back` put it into the list again."""
    aside = "back" not in request.POST
    closing.put_aside(table, id_of(request), aside)
    messages.info(request, _("The table is put aside.") if aside else _("The table is in the list again."))
    return redirect(next_address(request) or "yours")
