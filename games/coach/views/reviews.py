"""The review of a finished match for one seat: asked for, in progress or finished."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts import page_limits
from accounts.guests import guest_for
from games import boards
from games.boards.contract import LookBack
from games.boards.scene import entries_of
from games.coach import playing_on, reviews
from games.coach.models import Review
from games.coach.report import report
from games.coach.reviewed import Reviewed
from games.play.snapshot import Snapshot
from games.records import export
from games.rules import core
from games.rules.core import Refused
from games.views.pages import person_of
from games.views.requests import HtmxHttpRequest, number_of
from games.views.tables import action, answers_refusals, id_of, see, viewer_of
from hosting.limits.addresses import address_of_request


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def review(request: HtmxHttpRequest, table: str) -> HttpResponse:
    """Show the review of the seat `?eyes=2`, by default one's own; of a game without a search, its look back.

    POST asks for it. Opening the page does so too, but only for people who played at the table, so that crawlers start
    none. The page shows the progress, all results so far, and the position of the costliest move, or of another one
    with `?dear=2`.
    """
    snapshot = see(request, table)
    board = boards.board_of(snapshot.table.game)
    if snapshot.row is None or not board.has_review:
        raise Http404
    if not snapshot.table.is_over:
        raise Refused("not_over")
    eyes = _eyes(request, snapshot)
    if board.LOOK_BACK is not None:
        return _looked_back(request, snapshot, eyes, board.LOOK_BACK)
    if request.method == "POST":
        _ask(request, snapshot, eyes)
        return redirect(f"{reverse('review', args=[table])}?eyes={eyes}")
    stored, refused = Review.objects.filter(table=table, seat=eyes).first(), ""
    if stored is None and request.method == "GET" and viewer_of(request, snapshot) is not None:
        try:
            stored = _ask(request, snapshot, eyes)
        except Refused as error:
            refused = boards.refusal(error)[0]
    context = _context(request, snapshot, eyes, stored) | {"refused": refused}
    return render(request, "coach/_told.html" if request.htmx else "coach/review.html", context)


def _looked_back(request: HttpRequest, snapshot: Snapshot, eyes: int, own: LookBack) -> HttpResponse:
    table, you = snapshot.table, viewer_of(request, snapshot)
    context: dict[str, Any] = {"table": table, "seats": snapshot.seats, "eyes": eyes, "you": you}
    if export.judged_here(table):
        context |= {"template": own.TEMPLATE} | _look_back_report(snapshot, eyes, you, own)
    return render(request, "coach/look_back.html", context | boards.own_files(table.game))


def _look_back_report(snapshot: Snapshot, eyes: int, you: int | None, own: LookBack) -> dict[str, Any]:
    """Return the game's context, and who won."""
    rows, table = export.rows_of(snapshot.table), snapshot.table
    end = boards.scene_at(snapshot, rows, number=table.number, viewer=eyes, you=you)
    scene = end._replace(entries=entries_of(table.game, rows, eyes, over=True))
    states = [snapshot.rules.load(row.state) for row in rows]
    return {"result": boards.board_of(table.game).headline(end)[0]} | own.context(scene, states)


def _ask(request: HttpRequest, snapshot: Snapshot, eyes: int) -> Review:
    """Ask for the review. Guests may ask only for their own seats."""
    person = person_of(request)
    if person is None or (person.is_guest and eyes != viewer_of(request, snapshot)):
        raise Refused("not_seated")
    return reviews.ask(snapshot.table, eyes, id_of(request), address_of_request(request))


@action
def play_on(request: HttpRequest, table: str) -> HttpResponse:
    """Play on from the position after move `n` in seat `eyes`, which the address names: `?n=17&eyes=2`."""
    snapshot = see(request, table)
    old, eyes, number = snapshot.table, number_of(request.GET.get("eyes")), number_of(request.GET.get("n"))
    playing_on.refuse(old, number, len(snapshot.seats), eyes)
    page_limits.require(request, "tables")
    person = guest_for(request)
    rows = export.rows_of(old)[: number + 1]
    address = address_of_request(request)
    begun = playing_on.play_on(old, snapshot.seats, rows=rows, eyes=eyes, person=person, address=address)
    return redirect("table", begun.table.pk)


def _eyes(request: HttpRequest, snapshot: Snapshot) -> int:
    seat = number_of(request.GET.get("eyes"))
    if 0 <= seat < len(snapshot.seats):
        return seat
    return viewer_of(request, snapshot) or 0


def _context(request: HttpRequest, snapshot: Snapshot, eyes: int, review: Review | None) -> dict[str, Any]:
    you = viewer_of(request, snapshot)
    context: dict[str, Any] = {
        "table": snapshot.table,
        "seats": snapshot.seats,
        "eyes": eyes,
        "review": review,
        "you": you,
        "practises": you == eyes,
        "older": not export.judged_here(snapshot.table),
        "under_way": review is not None and review.status in reviews.UNDER_WAY,
        "place": reviews.place(review) if review and not review.is_done else 0,
    }
    if review is not None and (review.is_done or review.parts):
        chosen = number_of(request.GET.get("dear", "1"))
        context["report"] = report(reviewed(snapshot, review, you), chosen)
    return context | boards.own_files(snapshot.table.game)


def reviewed(snapshot: Snapshot, review: Review, viewer: int | None) -> Reviewed:
    """Return the review with the data of its match."""
    rows, rules, table = export.rows_of(snapshot.table), snapshot.rules, snapshot.table
    names = tuple(seat.shown for seat in snapshot.seats)
    entries = entries_of(table.game, rows, viewer, over=True)

    def view_before(number: int) -> core.View:
        return rules.view(rules.load(rows[number - 1].state), review.seat)

    return Reviewed(
        game=table.game,
        eyes=review.seat,
        you=viewer,
        resigned=snapshot.seats[review.seat].resigned is not None,
        names=names,
        parts=review.parts,
        total=review.total,
        is_done=review.is_done,
        outcome=table.outcome or {},
        view_before=view_before,
        played=lambda number: boards.sentence(table.game, entries[number - 1], names, viewer),
    )
