"""The review of a finished match of a game without a search: made by the game from the stored moves, when asked for."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import boards
from games.boards.contract import LookBack
from games.boards.scene import entries_of
from games.play.snapshot import Snapshot
from games.records import export
from games.views.tables import viewer_of


def looked_back(request: HttpRequest, snapshot: Snapshot, eyes: int, own: LookBack) -> HttpResponse:
    table, you = snapshot.table, viewer_of(request, snapshot)
    context: dict[str, Any] = {"table": table, "seats": snapshot.seats, "eyes": eyes, "you": you}
    if export.judged_here(table):
        context |= {"template": own.TEMPLATE} | _report(snapshot, eyes, you, own)
    return render(request, "coach/look_back.html", context | boards.own_files(table.game))


def _report(snapshot: Snapshot, eyes: int, you: int | None, own: LookBack) -> dict[str, Any]:
    """Return the game's context, and who won."""
    rows, table = export.rows_of(snapshot.table), snapshot.table
    end = boards.scene_at(snapshot, rows, number=table.number, viewer=eyes, you=you)
    scene = end._replace(entries=entries_of(table.game, rows, eyes, over=True))
    states = [snapshot.rules.load(row.state) for row in rows]
    return {"result": boards.board_of(table.game).headline(end)[0]} | own.context(scene, states)
