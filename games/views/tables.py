"""A table's page and all actions at a table. Actions answer plain forms and scripts alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import page_limits
from accounts.cookies import set_or_delete
from accounts.guests import friendly_name, guest_for
from accounts.models import User
from accounts.names import NAME_LENGTH
from games import boards
from games.boards import texts
from games.boards.differences import swapped
from games.forms.room import RoomForm
from games.forms.tables import OpenTableForm, offered_levels
from games.models import Table
from games.play import notifications, opening, presence, seating, storage, tickets
from games.play.opening import Plan
from games.play.snapshot import RECENT, Snapshot
from games.queries import history, links
from games.queries import since as unseen
from games.rules.core import Refused
from games.sockets import submit, submit_form
from games.sockets.submission import game_of
from games.views import hooks
from games.views.pages import person_of
from games.views.requests import HtmxHttpRequest
from hosting.observability import metrics

View = Callable[..., HttpResponse]


def invites(request: HttpRequest) -> list[str]:
    """Return the tokens of the invitation links that this visitor has opened."""
    return links.opened(request.COOKIES, request.session)


def remember(request: HttpRequest, answer: HttpResponse, token: str) -> HttpResponse:
    """Remember that the visitor has opened the link, and return the answer."""
    tokens_before = invites(request)
    if token in tokens_before:
        return answer
    tokens = [*dict.fromkeys(tokens_before), token][-links.MOST_LINKS :]
    if request.user.is_authenticated:
        request.session[links.OPENED_LINKS] = tokens
    else:
        set_or_delete(answer, links.COOKIE, ".".join(tokens))
    return answer


def see(request: HttpRequest, table: str, recent: int = 0) -> Snapshot:
    """Return the table if this visitor may see it; 404 otherwise, as if it did not exist."""
    person = person_of(request)
    try:
        return history.visible(table, person.pk if person else None, invites(request), recent)
    except Refused as refused:
        raise Http404(str(refused)) from refused


def answers_refusals(view: View) -> View:
    """Answer a refused action with the current page, the reason, and the refusal's status."""

    @wraps(view)
    def answered(request: HtmxHttpRequest, table: str) -> HttpResponse:
        try:
            return view(request, table)
        except Refused as refused:
            return refused_page(request, table, refused)

    return answered


def action(view: Callable[..., HttpResponse | None]) -> View:
    """Make the view of an action at a table. It takes POSTs only, and answers with the table's page or the refusal.

    A view that returns nothing leads back to the table.
    """

    @require_POST
    @answers_refusals
    @wraps(view)
    def acted(request: HtmxHttpRequest, table: str) -> HttpResponse:
        return view(request, table) or redirect("table", table)

    return acted


def refused_page(request: HtmxHttpRequest, table: str, refused: Refused) -> HttpResponse:
    snapshot = see(request, table, RECENT)
    text, status = boards.refusal(refused, snapshot.table.game, [seat.shown for seat in snapshot.seats])
    if request.content_type == "application/json":
        return JsonResponse({"refused": text, "code": refused.code}, status=status)
    if request.htmx:
        return HttpResponse(_note(text) + fragment(request, snapshot), status=status)
    messages.error(request, text)
    return table_page(request, snapshot, status)


def _note(text: str) -> str:
    return format_html('<p id="note" hx-swap-oob="outerMorph" class="note error" role="alert">{}</p>', text)


def fragment(request: HttpRequest, snapshot: Snapshot) -> str:
    """Return the board as htmx swaps it in; "" while the table waits for people."""
    if snapshot.row is None:
        return ""
    return swapped(boards.board(boards.scene_of(snapshot, viewer_of(request, snapshot))).whole)


def viewer_of(request: HttpRequest, snapshot: Snapshot) -> int | None:
    person = person_of(request)
    seat = snapshot.seat_of(person.pk if person else None)
    return None if seat is None else seat.index


@never_cache
@require_safe
def table(request: HttpRequest, table: str) -> HttpResponse:
    snapshot = see(request, table, RECENT)
    viewer = viewer_of(request, snapshot)
    if viewer is not None:
        # Without a script this is the only sign of presence.
        presence.mark_present([snapshot.seats[viewer].pk], timezone.now())
    return table_page(request, snapshot)


def table_page(request: HttpRequest, snapshot: Snapshot, status: int = 200) -> HttpResponse:
    viewer = viewer_of(request, snapshot)
    row = snapshot.table
    reserved_for = {seat.reserved_id for seat in snapshot.seats}
    context = {
        "table": row,
        "rules": snapshot.rules,
        "seats": snapshot.seats,
        "me": None if viewer is None else snapshot.seats[viewer],
        "options": texts.options_of(row),
        "pace": "" if row.is_imported else texts.pace_of(row),
        "shared": _shared(snapshot) if viewer is not None else "",
        "invitation": request.build_absolute_uri(f"/i/{row.invite}/") if viewer is not None else "",
        "language": get_language(),
        "at_table": row.pk,
        "kept_for_me": viewer is None and request.user.is_authenticated and request.user.pk in reserved_for,
        "missing": sum(seat.is_empty for seat in snapshot.seats),
        "free": any(seat.is_empty and seat.reserved_id is None for seat in snapshot.seats),
    } | boards.own_files(row.game)
    if snapshot.row is None or row.status == Table.Status.CLOSED:
        context["may_sit"] = viewer is not None or history.may_sit(snapshot, person_of(request))
        context |= _of_room(snapshot)
        context["comes"] = (
            context["may_sit"] and viewer is None and context["free"] and not context["kept_for_me"]
        )
        context["guest_name"] = request.POST.get("name", "")[:NAME_LENGTH] or friendly_name()
        return render(request, "games/waiting.html", context, status=status)
    scene = boards.scene_of(snapshot, viewer)
    context["board"] = boards.board(scene)
    context["since"] = since = unseen.since(snapshot, scene, viewer)
    context["drawn"] = unseen.drawn(snapshot, scene, since) if since else ()
    # The page's script sets the cookie when the section is folded, for that position.
    context["folded"] = since is not None and request.COOKIES.get("since") == str(since.before)
    for add in hooks.table_pages:
        context |= add(request, snapshot, scene)
    # After a guided match, and for spectators, the button opens another table.
    context["for_rematch"] = None if viewer is None or row.is_guided else tickets.for_rematch(row)
    return render(request, "games/table.html", context, status=status)


def _shared(snapshot: Snapshot) -> str:
    """Return the link that opens a private table for others; "" if there can't be any."""
    row = snapshot.table
    alone = not row.is_open and len(snapshot.people) < 2
    return "" if row.public or alone else reverse("invitation", args=[row.invite])


def _of_room(snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of the waiting room: the people who are still expected, and its controls."""
    people = sum(not seat.is_empty for seat in snapshot.seats)
    absent = [seat for seat in snapshot.seats if seat.is_empty]
    awaited = absent[0].reserved if len(absent) == 1 else None
    enough = people in snapshot.rules.SEATS
    return {
        "here": people,
        "enough": enough,
        "awaited": awaited,
        "told_at": notifications.told_at(snapshot.table.pk, awaited.pk) if awaited else None,
        "bot_levels": offered_levels(snapshot.rules),
        "room_form": RoomForm(snapshot) if snapshot.table.is_open else None,
    }


def opened(request: HttpRequest, plan: Plan) -> Snapshot:
    """Open a table for the visitor, who becomes a guest if need be."""
    page_limits.require(request, "tables")
    salt, shown = brought(request)
    # A form that is sent twice makes no second guest. The first guest's cookie may not have arrived yet.
    if person_of(request) is None and shown.ticket and tickets.opened_with(shown.ticket):
        raise Refused("used_ticket")
    return opening.open_table(guest_for(request), plan, salt, shown)


def brought(request: HttpRequest) -> tuple[str, tickets.Shown]:
    """Return the salt of a form, and the commitment and ticket that the form showed.

    A browser without scripts sends no salt, and a program that hasn't loaded the form sends no commitment. A salt
    without a commitment is refused: it would prove nothing, because the seed might not have been fixed before.
    """
    salt = request.POST.get("salt", "")
    shown = tickets.Shown(request.POST.get("commitment", ""), request.POST.get("ticket", ""))
    if salt and not shown.commitment:
        raise Refused("no_commitment")
    return salt, shown


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    initial = {"game": request.GET.get("game") or None, "invite": request.GET.get("invite", "")[:200]}
    form = OpenTableForm(request.POST or None, initial=initial)
    person = person_of(request)
    if person is None or person.is_guest:
        del form.fields["invite"]
    form.offer_terms(person)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", opened(request, form.plan()).table.pk)
        except Refused as refused:
            text, status = boards.refusal(refused)
            form.add_error(None, text)
            return render(request, "games/open.html", {"form": form}, status=status)
    return render(request, "games/open.html", {"form": form}, status=400 if request.method == "POST" else 200)


@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Remember the link, so that its table can be seen and joined, and go there."""
    row = Table.objects.filter(invite=token).first()
    if row is None:
        raise Http404
    return remember(request, redirect("table", row.pk), token)


@action
def sit(request: HttpRequest, table: str) -> HttpResponse | None:
    snapshot = see(request, table)
    token = snapshot.table.invite if snapshot.table.invite in invites(request) else ""
    if not snapshot.table.is_open:
        raise Refused("not_open")
    salt, shown = brought(request)
    tickets.hold_to(shown, snapshot.table)
    try:
        person = guest_for(request, request.POST.get("name", ""))
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return table_page(request, snapshot, 422)
    seating.join(table, person, salt=salt, token=token, shown=shown)
    return None


def visitor(request: HttpRequest, refusal: str = "not_seated") -> User:
    """Return the visitor. Refused with that code if nobody is signed in."""
    person = person_of(request)
    if person is None:
        raise Refused(refusal)
    return person


def id_of(request: HttpRequest) -> int:
    return visitor(request).pk


@action
def move(request: HtmxHttpRequest, table: str) -> HttpResponse | None:
    """Make a move, sent by the page's form or as JSON: `{"move": {…}, "key": "…", "seen": 16}`."""
    see(request, table)
    settled = _submitted_json(request, table) if request.content_type == "application/json" else None
    if settled is not None:
        return JsonResponse({"number": settled.number})
    submit_form(table, id_of(request), request.POST)
    if request.htmx:
        return HttpResponse(fragment(request, storage.load(table, recent=RECENT)))
    return None


def _submitted_json(request: HttpRequest, table: str) -> Any:
    try:
        data = json.loads(request.body[:4000])
        submitted, key, seen = data["move"], data["key"], data["seen"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("malformed") from error
    if not isinstance(key, str) or type(seen) is not int:
        raise Refused("malformed")
    with metrics.answering_move(game_of(table), table):
        return submit(table, id_of(request), submitted, key=key, seen=seen)
