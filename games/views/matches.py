"""Past matches: the replay, the match record, the proof of the shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import boards
from games.boards import Scene, times
from games.models import Move
from games.play.deadlines import has_not_begun
from games.play.snapshot import Snapshot
from games.queries import since
from games.records import export
from games.records.hooks import is_sealed
from games.rules import core
from games.views import hooks
from games.views.requests import HtmxHttpRequest, number_of
from games.views.tables import see, viewer_of


@require_safe
def replay(request: HtmxHttpRequest, table: str) -> HttpResponse:
    """Show the board after one move of a match.

    `?move=17` is the board after move 17. Without it, the replay opens at the board at which the visitor left the
    table, else at the newest one; for a finished match, at the board before the last move. `?eyes=2` is the view of
    seat 2. While the match runs, visitors see through their own seat or as spectators; afterwards through any seat,
    with all cards open.
    """
    snapshot = see(request, table)
    if snapshot.row is None:
        raise Http404
    if _is_shut(snapshot):
        return redirect("table", table)
    last, viewer = snapshot.table.number, viewer_of(request, snapshot)
    eyes = _eyes(request, snapshot)
    rows = export.rows_of(snapshot.table)
    snapshot = snapshot.having(seat_events=export.seat_events_of(snapshot.table))
    number = min(number_of(request.GET.get("move"), _first_shown(snapshot, rows, viewer)), last)
    scene = boards.scene_at(snapshot, rows, number=number, viewer=eyes, you=viewer)
    context = {
        "table": snapshot.table,
        "rules": snapshot.rules,
        "board": boards.board(scene),
        "number": number,
        "last": last,
        "before": max(0, number - 1),
        "after": min(last, number + 1),
        "eyes": "" if eyes is None else eyes,
        "seated": viewer is not None,
        "people": scene.people if snapshot.table.is_over else [],
        "caption": _caption(scene),
        "timing": times.timing(scene.entries[-1].timing) if number and scene.entries else "",
        # A real-time game can be replayed at the speed at which it was played.
        "times": [row.at for row in rows] if snapshot.rules.REAL_TIME else [],
    } | boards.own_files(snapshot.table.game)
    for add in hooks.replay_pages:
        context |= add(snapshot, number, eyes)
    if request.htmx:
        return render(request, "games/_replay.html", context)
    return render(request, "games/replay.html", context)


def _is_shut(snapshot: Snapshot) -> bool:
    """Return True if the match has no replay and no record yet.

    Those of a shared deal open when it is finished. Those of a real-time match open when it begins, so that nobody
    studies their hand before.
    """
    table = snapshot.table
    if not table.is_running:
        return False
    return table.is_shared_deal or (
        snapshot.rules.REAL_TIME and has_not_begun(table, table.number, timezone.now())
    )


def _first_shown(snapshot: Snapshot, rows: Sequence[Move], viewer: int | None) -> int:
    """Return the number of the board at which the replay opens if none is given."""
    number = since.board_left(snapshot, rows, viewer, timezone.now())
    if number is not None:
        return number
    return max(0, snapshot.table.number - 1) if snapshot.table.is_over else snapshot.table.number


def _eyes(request: HttpRequest, snapshot: Snapshot) -> int | None:
    own = viewer_of(request, snapshot)
    if not snapshot.table.is_over:
        return own
    chosen = request.GET.get("eyes", "")
    if chosen == "":
        return own if "eyes" not in request.GET else None
    seat = number_of(chosen)
    return seat if 0 <= seat < len(snapshot.seats) else None


def _caption(scene: Scene) -> str:
    if scene.number == 0 or not scene.entries:
        return _("The deal")
    return boards.sentence(scene.game, scene.entries[-1], scene.names, scene.you)


@require_safe
def record(request: HttpRequest, table: str) -> HttpResponse:
    """Return the match record (docs/match-record.md) as far as the visitor may know it."""
    snapshot = see(request, table)
    if snapshot.row is None or _is_shut(snapshot):
        raise Http404
    rows = export.rows_of(snapshot.table)
    document = export.export(snapshot.table, snapshot.seats, rows, viewer_of(request, snapshot))
    answer = JsonResponse(document)
    answer["Content-Disposition"] = f'attachment; filename="{snapshot.table.game}-{table}.json"'
    return answer


@require_safe
def shuffle(request: HttpRequest, table: str) -> HttpResponse:
    """Show the commitment, the salts from the deal on, and after the match the seed that a browser checks."""
    snapshot = see(request, table)
    row, viewer = snapshot.table, viewer_of(request, snapshot)
    context = {
        "table": row,
        "seats": snapshot.seats,
        "me": None if viewer is None else snapshot.seats[viewer],
        "proof": _proof(snapshot, viewer),
        "over": row.is_over and not is_sealed(row),
        "has_salts": any(seat.salt_by for seat in snapshot.seats),
    }
    return render(request, "games/shuffle.html", context)


@require_safe
def proof(request: HttpRequest, table: str) -> HttpResponse:
    """Return the proof of the shuffle as JSON. The script of a table's page checks it when the match is over."""
    snapshot = see(request, table)
    return JsonResponse(_proof(snapshot, viewer_of(request, snapshot)))


def _proof(snapshot: Snapshot, viewer: int | None) -> dict[str, Any]:
    """Return the proof for the visitor's seat `viewer`. Salts are shown when no more can be brought."""
    row = snapshot.table
    # People bring no salt to a shared deal, so their browsers have stored nothing to compare.
    seat = None if row.is_shared_deal else viewer
    facts: dict[str, Any] = {"table": row.pk, "seat": seat, "commitment": row.commitment}
    if snapshot.row is None or not row.is_proven:
        return facts
    facts["salts"] = [seat.salt for seat in snapshot.seats]
    facts["bots"] = [seat.index for seat in snapshot.seats if seat.is_bot and not row.is_shared_deal]
    if row.is_over and not is_sealed(row):
        deal = Move.objects.get(table=row, number=0).move
        facts |= {"seed": row.seed, "deck": deal["deck"], "first": deal["first"]}
        facts["cards"] = core.unshuffled(snapshot.rules, len(snapshot.seats), row.options)
    return facts
