"""Looking back: the replay, the match record, the proof of the shuffle."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import boards, records
from games.boards import Scene, words
from games.play import Position
from games.rules import core
from games.views.tables import see, viewer_of


@require_safe
def replay(request: HttpRequest, table: str) -> HttpResponse:
    """`?move=17` is the position after move 17, `?eyes=2` what seat 2 saw. While the match runs the eyes are
    one's own or a spectator's only; after it anybody's, and everybody's cards lie open."""
    position = see(request, table)
    if position.row is None:
        raise Http404
    last = position.table.number
    number = min(_number(request.GET.get("move"), last), last)
    eyes = _eyes(request, position)
    rows, position.remarks = records.rows_of(position.table), records.remarks_of(position.table)
    scene = boards.scene_at(position, rows, number, eyes)
    context = {
        "table": position.table,
        "rules": position.rules,
        "board": boards.board(scene),
        "number": number,
        "last": last,
        "before": max(0, number - 1),
        "after": min(last, number + 1),
        "eyes": "" if eyes is None else eyes,
        "people": scene.people if position.table.is_over else [],
        "caption": _caption(scene, position),
        "timing": words.timing(scene.entries[-1].timing) if number and scene.entries else "",
        # A live game can be seen again at the speed at which it was played.
        "times": [row.at for row in rows] if position.rules.LIVE else [],
    } | boards.own_files(position.table.game)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/_replay.html", context)
    return render(request, "games/replay.html", context)


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default


def _eyes(request: HttpRequest, position: Position) -> int | None:
    own = viewer_of(request, position)
    if not position.table.is_over:
        return own
    asked = request.GET.get("eyes", "")
    if asked == "":
        return own if "eyes" not in request.GET else None
    seat = _number(asked, -1)
    return seat if 0 <= seat < len(position.seats) else None


def _caption(scene: Scene, position: Position) -> str:
    if scene.number == 0 or not scene.entries:
        return _("The deal")
    return boards.sentence(scene.game, scene.entries[-1], [person.name for person in scene.people])


@require_safe
def record(request: HttpRequest, table: str) -> HttpResponse:
    """The match record (docs/match-record.md), as far as the asker may know it."""
    position = see(request, table)
    if position.row is None:
        raise Http404
    rows = records.rows_of(position.table)
    document = records.export(position.table, position.seats, rows, viewer_of(request, position))
    answer = HttpResponse(json.dumps(document), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{position.table.game}-{table}.json"'
    return answer


@require_safe
def shuffle(request: HttpRequest, table: str) -> HttpResponse:
    """The commitment and the salts, and after the match the seed with which a browser checks them."""
    position = see(request, table)
    row = position.table
    proof = {
        "commitment": row.commitment,
        "salts": [seat.salt for seat in position.seats],
        "game": row.game,
        "seats": len(position.seats),
    }
    if row.is_over and row.is_proven:
        deal = records.rows_of(row)[0].move
        proof |= {"seed": row.seed, "deck": deal["deck"], "first": deal["first"]}
        proof["cards"] = core.unshuffled(position.rules, len(position.seats), row.options)
    return render(
        request,
        "games/shuffle.html",
        {"table": row, "seats": position.seats, "proof": proof, "over": row.is_over},
    )
