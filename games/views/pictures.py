"""A match's result as a picture to share, drawn by the server."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import boards
from games.views.tables import see

# So far apart are the lines, in the picture's own measure.
LINE = 62


@require_safe
def result(request: HttpRequest, table: str) -> HttpResponse:
    """Who won and with what, as SVG; 404 until the match is over."""
    snapshot = see(request, table)
    if not snapshot.table.is_over:
        raise Http404
    scene = boards.scene_of(snapshot, None)
    seats = sorted(snapshot.seats, key=lambda seat: (seat.rank or 0, seat.index))
    context = {
        "game": snapshot.table.game,
        "ended": snapshot.table.ended_at,
        "title": boards.board_of(snapshot.table.game).headline(scene)[0],
        "lines": [(240 + LINE * place, seat) for place, seat in enumerate(seats)],
    }
    answer = render(request, "games/result.svg", context, content_type="image/svg+xml")
    answer["Content-Disposition"] = f'inline; filename="unbirthday-{snapshot.table.pk}.svg"'
    return answer
