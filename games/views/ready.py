"""A person says that a real-time match may begin."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.play import real_time
from games.views.tables import answers_refusals, id_of


@require_POST
@answers_refusals
def ready(request: HttpRequest, table: str) -> HttpResponse:
    real_time.be_ready(table, id_of(request))
    return redirect("table", table)
