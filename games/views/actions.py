"""Actions at a table besides moves: who sits at it and when it begins, what people say, and how they leave it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import page_limits
from accounts.signin.next import next_address
from games.boards.fields import number
from games.forms.room import RoomForm
from games.people.locks import one_at_a_time
from games.play import (
    beginning,
    bot_seats,
    closing,
    departure,
    invitations,
    opening,
    phrases,
    real_time,
    takeover,
)
from games.play.opening import Plan
from games.rules.core import Refused
from games.views.tables import action, answers_refusals, brought, id_of, see, visitor

# --- The host's


@action
def begin(request: HttpRequest, table: str) -> None:
    """Begin with the people and bots who are seated. Free seats are removed."""
    beginning.begin_with(table, id_of(request), number(request.POST.get("seen", "")))


@action
def arrange(request: HttpRequest, table: str) -> None:
    """Change the number of seats or the pace."""
    snapshot, person = see(request, table), id_of(request)
    snapshot.require_open_host(person)
    form = RoomForm(snapshot, request.POST)
    if not form.is_valid():
        # Somebody has come or left since the page was shown.
        raise Refused("malformed")
    beginning.rearrange(table, person, form.plan())


@action
def fill(request: HttpRequest, table: str) -> None:
    """Seat bots on all free seats and begin."""
    bot_seats.fill(table, id_of(request))


@action
def seat_bot(request: HttpRequest, table: str) -> None:
    """Seat a bot on one seat."""
    bot_seats.seat_bot(table, id_of(request), _seat(request), request.POST.get("level", ""))


@action
def set_bot_level(request: HttpRequest, table: str) -> None:
    """Change the level of a seat's bot."""
    bot_seats.set_bot_level(table, id_of(request), _seat(request), request.POST.get("level", ""))


@action
def send_bot_away(request: HttpRequest, table: str) -> None:
    bot_seats.send_bot_away(table, id_of(request), _seat(request))


@action
def send_away(request: HttpRequest, table: str) -> None:
    """Send a person away from an open table."""
    closing.send_away(table, id_of(request), request.POST.get("name", ""))


def _seat(request: HttpRequest) -> int:
    return number(request.POST.get("seat", ""))


@action
def invite(request: HttpRequest, table: str) -> None:
    """Invite a member by name. A member who accepts sits down as everybody does."""
    name = request.POST.get("name", "").strip()
    invitations.invite(table, visitor(request, "not_host"), name)
    messages.success(request, _("A seat is kept for %(name)s.") % {"name": name})


@action
def withdraw(request: HttpRequest, table: str) -> None:
    invitations.withdraw(table, visitor(request, "not_host").pk, request.POST.get("name", ""))
    messages.info(request, _("The seat is free again."))


@action
def cancel(request: HttpRequest, table: str) -> HttpResponse:
    closing.cancel(table, id_of(request))
    messages.info(request, _("The table is closed."))
    return redirect("lobby")


# --- Everybody's


@action
def decline(request: HttpRequest, table: str) -> HttpResponse:
    invitations.decline(table, visitor(request, "no_invitation").pk)
    messages.info(request, _("You have declined."))
    return redirect("lobby")


@action
def leave(request: HttpRequest, table: str) -> HttpResponse:
    closing.leave(table, id_of(request))
    messages.info(request, _("You have left the table."))
    return redirect("lobby")


@action
def put_aside(request: HttpRequest, table: str) -> HttpResponse:
    """Take a table out of the list of one's tables, or with `back` put it into the list again."""
    aside = "back" not in request.POST
    closing.put_aside(table, id_of(request), aside)
    messages.info(request, _("The table is put aside.") if aside else _("The table is in the list again."))
    return redirect(next_address(request) or "yours")


@action
def ready(request: HttpRequest, table: str) -> None:
    """Say that a real-time match may begin."""
    real_time.be_ready(table, id_of(request))


@action
def slower(request: HttpRequest, table: str) -> HttpResponse:
    """Open a table like this one, against the same bots, on which everything takes longer. This one is put aside.

    Nothing is taken from the page's form: it has shown the fingerprint of a rematch, which this isn't.
    """
    page_limits.require(request, "tables")
    old, person = see(request, table), visitor(request)
    bots = [seat.level for seat in old.seats if seat.is_bot]
    options = {**old.table.options, **old.rules.SLOWER}
    plan = Plan(old.table.game, len(old.seats), bots=bots, public=False, clock=False, options=options)
    # In one transaction: whoever may not open another table keeps this one in the list.
    with one_at_a_time(person):
        closing.put_aside(table, person.pk, aside=True)
        new = opening.open_table(person, plan)
    return redirect("table", new.table.pk)


@action
def back(request: HttpRequest, table: str) -> None:
    takeover.take_back(table, id_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def resign(request: HttpRequest, table: str) -> HttpResponse:
    """Ask for confirmation, because a resignation can't be taken back; then resign."""
    snapshot = see(request, table)
    if request.method != "POST":
        seat = snapshot.seat_of(id_of(request))
        last = seat is not None and departure.only_bots_without(snapshot, seat)
        context = {"table": snapshot.table, "seats": snapshot.seats, "last": last, "at_table": table}
        return render(request, "games/resign.html", context)
    departure.resign(table, id_of(request))
    return redirect("table", table)


@action
def say(request: HttpRequest, table: str) -> None:
    page_limits.require(request, "phrases")
    phrases.say(table, id_of(request), request.POST.get("phrase", ""))


@action
def hide_phrases(request: HttpRequest, table: str) -> None:
    phrases.hide_phrases(table, id_of(request), request.POST.get("phrases_hidden") == "yes")


@action
def rematch(request: HttpRequest, table: str) -> HttpResponse:
    old, person = see(request, table), visitor(request)
    page_limits.require(request, "tables")
    salt, shown = brought(request)
    new = opening.rematch(table, person, salt, shown)
    is_free = any(seat.is_empty and seat.reserved_id is None for seat in new.seats)
    if is_free and any(seat.user_id is None and not seat.level for seat in old.seats):
        messages.info(request, _("Somebody you played with has no account any more: that seat is free."))
    return redirect("table", new.table.pk)
