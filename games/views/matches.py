"""Looking back: the replay, the match record, the proof of the shuffle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import boards
from games.boards import Scene, times
from games.models import Move
from games.play.snapshot import Snapshot
from games.queries import since
from games.records import export
from games.rules import core
from games.views.hooks import hooks
from games.views.requests import HtmxHttpRequest, number_of
from games.views.tables import see, viewer_of


@require_safe
def replay(request: HtmxHttpRequest, table: str) -> HttpResponse:
    """`?move=17` is the snapshot after move 17; if nothing is said the one at which the asker left the table, else the
    newest, of a finished match the board before its last move. `?eyes=2` is what seat 2 saw. While the match runs the
    eyes are one's own or a spectator's only; after it anybody's, and everybody's cards lie open."""
    snapshot = see(request, table)
    if snapshot.row is None:
        raise Http404
    last, viewer = snapshot.table.number, viewer_of(request, snapshot)
    eyes = _eyes(request, snapshot)
    rows = export.rows_of(snapshot.table)
    snapshot = snapshot.having(seat_events=export.seat_events_of(snapshot.table))
    number = min(number_of(request.GET.get("move"), _first_shown(snapshot, rows, viewer)), last)
    scene = boards.scene_at(snapshot, rows, number, eyes, viewer)
    context = {
        "table": snapshot.table,
        "rules": snapshot.rules,
        "board": boards.board(scene),
        "number": number,
        "last": last,
        "before": max(0, number - 1),
        "after": min(last, number + 1),
        "eyes": "" if eyes is None else eyes,
        "people": scene.people if snapshot.table.is_over else [],
        "caption": _caption(scene, snapshot),
        "timing": times.timing(scene.entries[-1].timing) if number and scene.entries else "",
        # A real-time game can be seen again at the speed at which it was played.
        "times": [row.at for row in rows] if snapshot.rules.REAL_TIME else [],
    } | boards.own_files(snapshot.table.game)
    for add in hooks.replay_pages:
        context |= add(snapshot, number, eyes)
    if request.htmx:
        return render(request, "games/_replay.html", context)
    return render(request, "games/replay.html", context)


def _first_shown(snapshot: Snapshot, rows: Sequence[Move], viewer: int | None) -> int:
    """The number of the board at which the replay opens if none is asked for."""
    number = since.board_left(snapshot, rows, viewer, timezone.now())
    if number is not None:
        return number
    return max(0, snapshot.table.number - 1) if snapshot.table.is_over else snapshot.table.number


def _eyes(request: HttpRequest, snapshot: Snapshot) -> int | None:
    own = viewer_of(request, snapshot)
    if not snapshot.table.is_over:
        return own
    asked = request.GET.get("eyes", "")
    if asked == "":
        return own if "eyes" not in request.GET else None
    seat = number_of(asked)
    return seat if 0 <= seat < len(snapshot.seats) else None


def _caption(scene: Scene, snapshot: Snapshot) -> str:
    if scene.number == 0 or not scene.entries:
        return _("The deal")
    return boards.sentence(scene.game, scene.entries[-1], scene.names, scene.you)


@require_safe
def record(request: HttpRequest, table: str) -> HttpResponse:
    """The match record (docs/match-record.md), as far as the asker may know it."""
    snapshot = see(request, table)
    if snapshot.row is None:
        raise Http404
    rows = export.rows_of(snapshot.table)
    document = export.export(snapshot.table, snapshot.seats, rows, viewer_of(request, snapshot))
    answer = HttpResponse(json.dumps(document), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{snapshot.table.game}-{table}.json"'
    return answer


@require_safe
def shuffle(request: HttpRequest, table: str) -> HttpResponse:
    """The commitment and, from the deal on, the salts; after the match the seed with which a browser checks them."""
    snapshot = see(request, table)
    row, viewer = snapshot.table, viewer_of(request, snapshot)
    context = {
        "table": row,
        "seats": snapshot.seats,
        "me": None if viewer is None else snapshot.seats[viewer],
        "proof": _proof(snapshot, viewer),
        "over": row.is_over,
        "told": any(seat.salt_by for seat in snapshot.seats),
    }
    return render(request, "games/shuffle.html", context)


@require_safe
def proof(request: HttpRequest, table: str) -> HttpResponse:
    """The same for the script of a table's page, which checks it when the match is over."""
    snapshot = see(request, table)
    return JsonResponse(_proof(snapshot, viewer_of(request, snapshot)))


def _proof(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    """`viewer` is the asker's seat. Salts are told once nobody can bring another."""
    row = snapshot.table
    found: dict[str, Any] = {"table": row.pk, "seat": viewer, "commitment": row.commitment}
    if snapshot.row is None or not row.is_proven:
        return found
    found["salts"] = [seat.salt for seat in snapshot.seats]
    found["bots"] = [seat.index for seat in snapshot.seats if seat.is_bot]
    if row.is_over:
        deal = Move.objects.get(table=row, number=0).move
        found |= {"seed": row.seed, "deck": deal["deck"], "first": deal["first"]}
        found["cards"] = core.unshuffled(snapshot.rules, len(snapshot.seats), row.options)
    return found
