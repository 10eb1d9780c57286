"""A table's page and everything that is done there. Each action answers a plain form and a script alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import guest_for
from games import boards, history, play
from games.boards import words
from games.forms import OpenTableForm
from games.live.door import submit, submit_form
from games.live.rooms import swapped
from games.models import Table
from games.play import Plan, Position, Refused
from games.play.position import RECENT
from games.rules import core
from games.views.pages import person_of

View = Callable[..., HttpResponse]


def invites(request: HttpRequest) -> list[str]:
    """The tokens of the invitation links that this visitor has opened."""
    found: list[str] = request.session.get("invites", [])
    return found


def see(request: HttpRequest, table: str, recent: int = 0) -> Position:
    """The table, if this visitor may see it; else 404, as if it weren't there."""
    person = person_of(request)
    try:
        return history.visible(table, person.pk if person else None, invites(request), recent)
    except Refused as refused:
        raise Http404(str(refused)) from refused


def answers_refusals(view: View) -> View:
    """A refused action: the page as it stands, saying why, under the right status."""

    @wraps(view)
    def answered(request: HttpRequest, table: str = "", **kwargs: Any) -> HttpResponse:
        try:
            return view(request, table, **kwargs)
        except Refused as refused:
            return refused_page(request, table, refused)

    return answered


def refused_page(request: HttpRequest, table: str, refused: Refused) -> HttpResponse:
    position = see(request, table, RECENT)
    text, status = boards.refusal(refused, position.table.game, [seat.shown for seat in position.seats])
    if request.content_type == "application/json":
        return HttpResponse(json.dumps({"refused": text, "code": refused.code}), "application/json", status)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(_note(text) + _fragment(request, position), status=status)
    messages.error(request, text)
    return table_page(request, position, status)


def _note(text: str) -> str:
    return format_html('<p id="note" hx-swap-oob="outerMorph" class="note error" role="alert">{}</p>', text)


def _fragment(request: HttpRequest, position: Position) -> str:
    """The board as a script swaps it in; nothing while the table waits for people."""
    if position.row is None:
        return ""
    return swapped(boards.board(boards.scene_of(position, viewer_of(request, position))).whole)


def viewer_of(request: HttpRequest, position: Position) -> int | None:
    person = person_of(request)
    seat = position.seat_of(person.pk if person else None)
    return None if seat is None else seat.index


@require_safe
def table(request: HttpRequest, table: str) -> HttpResponse:
    position = see(request, table, RECENT)
    viewer = viewer_of(request, position)
    if viewer is not None:
        # Without a script this is all that says that somebody looks.
        play.look([position.seats[viewer].pk], timezone.now())
    return table_page(request, position)


def table_page(request: HttpRequest, position: Position, status: int = 200) -> HttpResponse:
    viewer = viewer_of(request, position)
    row = position.table
    kept = {seat.reserved_id for seat in position.seats}
    context = {
        "table": row,
        "rules": position.rules,
        "seats": position.seats,
        "me": None if viewer is None else position.seats[viewer],
        "options": words.options(row.game, row.options),
        "pace": ""
        if row.is_imported
        else words.pace(row.live, row.bank_ms, row.increment_ms, row.weekends_off),
        "invitation": request.build_absolute_uri(f"/i/{row.invite}/") if viewer is not None else "",
        "language": get_language(),
        "at_table": row.pk,
        "kept_for_me": viewer is None and request.user.is_authenticated and request.user.pk in kept,
        "free": any(seat.is_empty and seat.reserved_id is None for seat in position.seats),
    } | boards.own_files(row.game)
    if position.row is None:
        context["may_sit"] = viewer is not None or history.may_sit(position, person_of(request))
        return render(request, "games/waiting.html", context, status=status)
    context["board"] = boards.board(boards.scene_of(position, viewer))
    return render(request, "games/table.html", context, status=status)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click: a guest if need be, a table against bots, and the first card can be played."""
    game = request.POST.get("game") or "parade"
    if game not in boards.games():
        raise Http404
    rules = core.game(game)
    seats = 3 if 3 in rules.SEATS else rules.SEATS[0]
    person = guest_for(request)
    try:
        position = play.open_table(
            person, Plan(game, seats, bots=["easy"] * (seats - 1), public=False), salt(request)
        )
    except Refused as refused:
        return _back_to_lobby(request, refused)
    return redirect("table", position.table.pk)


def _back_to_lobby(request: HttpRequest, refused: Refused) -> HttpResponse:
    messages.error(request, boards.refusal(refused)[0])
    return redirect("lobby")


def salt(request: HttpRequest) -> str:
    return request.POST.get("salt", "")


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    asked = {"game": request.GET.get("game") or None, "invite": request.GET.get("invite", "")[:200]}
    form = OpenTableForm(request.POST or None, initial=asked)
    person = person_of(request)
    if person is None or person.is_guest:
        del form.fields["invite"]
    if request.method == "POST" and form.is_valid():
        try:
            position = play.open_table(guest_for(request), form.plan(), form.cleaned_data["salt"])
            return redirect("table", position.table.pk)
        except Refused as refused:
            text, status = boards.refusal(refused)
            form.add_error(None, text)
            return render(request, "games/open.html", {"form": form}, status=status)
    status = 400 if request.method == "POST" else 200
    return render(request, "games/open.html", {"form": form}, status=status)


@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Remember the link, so that its table can be seen and joined; then go there."""
    row = Table.objects.filter(invite=token).first()
    if row is None:
        raise Http404
    if token not in invites(request):
        request.session["invites"] = [*invites(request)[-49:], token]
    return redirect("table", row.pk)


@require_POST
@answers_refusals
def sit(request: HttpRequest, table: str) -> HttpResponse:
    position = see(request, table)
    token = position.table.invite if position.table.invite in invites(request) else ""
    if not position.table.is_open:
        raise Refused("not_open")
    play.join(table, guest_for(request), salt(request), token)
    return redirect("table", table)


@require_POST
@answers_refusals
def leave(request: HttpRequest, table: str) -> HttpResponse:
    play.leave(table, _id(request))
    messages.info(request, _("You have left the table."))
    return redirect("lobby")


@require_POST
@answers_refusals
def cancel(request: HttpRequest, table: str) -> HttpResponse:
    play.cancel(table, _id(request))
    messages.info(request, _("The table is closed."))
    return redirect("lobby")


def _id(request: HttpRequest) -> int:
    person = person_of(request)
    if person is None:
        raise Refused("not_seated")
    return person.pk


@require_POST
@answers_refusals
def move(request: HttpRequest, table: str) -> HttpResponse:
    """A move as the page's form holds it, or as JSON: `{"move": {…}, "key": "…", "seen": 16}`."""
    see(request, table)
    settled = _submitted_json(request, table) if request.content_type == "application/json" else None
    if settled is not None:
        return HttpResponse(json.dumps({"number": settled.number}), "application/json")
    settled = submit_form(table, _id(request), request.POST)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(_fragment(request, play.load(table, recent=RECENT)))
    return redirect("table", table)


def _submitted_json(request: HttpRequest, table: str) -> Any:
    try:
        data = json.loads(request.body[:4000])
        submitted, key, seen = data["move"], data["key"], data["seen"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("malformed") from error
    if not isinstance(key, str) or type(seen) is not int:
        raise Refused("malformed")
    return submit(table, _id(request), submitted, key=key, seen=seen)


@require_POST
@answers_refusals
def back(request: HttpRequest, table: str) -> HttpResponse:
    play.take_back(table, _id(request))
    return redirect("table", table)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def resign(request: HttpRequest, table: str) -> HttpResponse:
    """Asked once: what is resigned can't be taken back."""
    position = see(request, table)
    if request.method != "POST":
        return render(request, "games/resign.html", {"table": position.table, "seats": position.seats})
    play.resign(table, _id(request))
    return redirect("table", table)


@require_POST
@answers_refusals
def say(request: HttpRequest, table: str) -> HttpResponse:
    play.say(table, _id(request), request.POST.get("phrase", ""))
    return redirect("table", table)


@require_POST
@answers_refusals
def mute(request: HttpRequest, table: str) -> HttpResponse:
    play.mute(table, _id(request), request.POST.get("mute") == "yes")
    return redirect("table", table)


@require_POST
@answers_refusals
def rematch(request: HttpRequest, table: str) -> HttpResponse:
    see(request, table)
    person = person_of(request)
    if person is None:
        raise Refused("not_seated")
    return redirect("table", play.rematch(table, person, salt(request)).table.pk)
