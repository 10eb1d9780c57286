"""Pages of people: friends and blocks of members, and everybody's profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.data import export
from accounts.models import User
from accounts.signin.next import next_address
from accounts.signin.requests import SignedInRequest
from games import boards
from games.models import Table
from games.people import lists
from games.play import closing, invitations
from games.queries import figures, history, pages, waiting
from games.sockets import stop_watching
from games.views.pages import person_of
from games.views.tables import invites

PAGE = 20


@never_cache
@login_required
@require_safe
def friends(request: SignedInRequest) -> HttpResponse:
    """List one's friends, mark those who are online, and list the open tables where they sit, and blocked people."""
    person = request.user
    if person.is_guest:
        return render(request, "people/friends_guest.html")
    listed = lists.friends_of(person)
    apart = lists.apart_from(person.pk)
    tables: dict[int, list[Table]] = defaultdict(list)
    for user, table in waiting.public_tables_of({friend.person.pk for friend in listed} - apart, apart):
        tables[user].append(table)
    rows = [(friend, tables[friend.person.pk]) for friend in listed]
    return render(request, "people/friends.html", {"known": rows, "blocked": lists.blocked_by(person)})


def _changes(change: Callable[[User, str], str]) -> Callable[[SignedInRequest], HttpResponse]:
    """Return a view for a form with somebody's `name`. It makes the change, says so, and goes back."""

    @require_POST
    def changed(request: SignedInRequest) -> HttpResponse:
        person, name = request.user, request.POST.get("name", "")
        try:
            messages.success(request, change(person, name))
        except ValidationError as error:
            messages.error(request, error.messages[0])
        except IntegrityError:
            if not User.objects.filter(pk=person.pk).exists():
                raise
            # The other's account was deleted meanwhile.
            messages.error(request, _("Nobody here has that name."))
        return redirect(next_address(request) or "friends")

    return changed


@_changes
def add(person: User, name: str) -> str:
    friend = lists.befriend(person, name)
    return _("%(name)s is on your list of friends.") % {"name": friend.username}


@_changes
def remove(person: User, name: str) -> str:
    lists.unfriend(person, name)
    return _("%(name)s is not on your list any more.") % {"name": name}


@_changes
def block(person: User, name: str) -> str:
    other = lists.block(person, name)
    invitations.free_reserved_seats(person.pk, other.pk)
    closing.part(person.pk, other.pk)
    # Spectators by link may watch no longer: their pages reload and are refused.
    stop_watching(other.pk, person.pk)
    running = Table.objects.filter(status=Table.Status.RUNNING, seats__user=person)
    if running.filter(pk__in=Table.objects.filter(seats__user=other)).exists():
        return _("You and %(name)s won't meet at a new table. What you play together now goes on.") % {
            "name": other.username
        }
    return _("You and %(name)s won't meet at a table.") % {"name": other.username}


@_changes
def unblock(person: User, name: str) -> str:
    lists.unblock(person, name)
    return _("You have unblocked %(name)s.") % {"name": name}


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person and their finished matches, filtered by game, opponent and result, in pages."""
    person = User.objects.named(username)
    if person is None or not person.is_active:
        raise Http404("nobody has this name")
    if person.username != username:
        return redirect(person)
    context: dict[str, Any] = {"person": person, "games": boards.games()} | _matches(request, person)
    if not context["page"].newer:
        context |= _figures(request, person)
    if request.user == person:
        context["parts"] = export.parts(person)
    return render(request, "people/profile.html", context)


def _figures(request: HttpRequest, person: User) -> dict[str, Any]:
    viewer = person_of(request)
    shown_figures = figures.of(person, viewer)
    if not shown_figures:
        return {}
    parts = figures.parts_shown(person)
    return {
        "figures": shown_figures,
        "totals": figures.totals(shown_figures),
        "figures_of": figures.PARTS if viewer == person else parts,
        "figures_shown": parts,
        "figures_to": figures.shown_to(person),
    }


@login_required
@require_POST
def show_figures(request: SignedInRequest) -> HttpResponse:
    """Show the figures to everybody, to oneself, or part by part; `part` switches one."""
    if part := request.POST.get("part"):
        figures.turn(request.user, part)
    else:
        figures.show(request.user, request.POST.get("to", ""))
    return redirect(request.user)


def _matches(request: HttpRequest, person: User) -> dict[str, Any]:
    viewer = person_of(request)
    seats = history.matches(person, viewer, invites(request))
    chosen = {name: request.GET.get(name, "").strip()[:40] for name in ("game", "opponent", "result")}
    place = {name: request.GET.get(name, "") for name in ("before", "after")}
    return {
        "page": pages.page(history.filtered(seats, **chosen), PAGE, **place),
        "wins": history.wins(person, viewer),
        "reactions": history.reactions(seats),
        "chosen": chosen,
        "query": urlencode({name: value for name, value in chosen.items() if value}),
    }
