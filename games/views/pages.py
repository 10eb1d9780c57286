"""Pages without a table: landing, lobby, rules, help, about."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.signin.requests import SignedInRequest
from games import boards, realtime
from games.models import Table
from games.people import lists as people
from games.queries import history, waiting
from games.queries import lobby as lists
from games.rules import core, reactions
from games.views.hooks import bot_levels

# The number of finished matches on the page of one's tables. Members have all of them on their profile.
FINISHED = 20


def person_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _games(
    levels: Mapping[str, str] | None = None,
    waiting: Mapping[tuple[str, str], Table] | None = None,
    played: Collection[str] = (),
) -> list[dict[str, object]]:
    """Return the games for tiles.

    `levels` are those of bots by game, `waiting` are open tables that wait for people, by game and pace. `played` are
    the games that are not new to the reader.
    """
    by_pace = waiting or {}
    return [
        {
            "name": name,
            "rules": core.game(name),
            "level": (levels or {}).get(name, ""),
            "live": by_pace.get((name, "live")),
            "days": by_pace.get((name, "days")),
            "is_new": name not in played,
            "people": usual_people(name),
        }
        for name in boards.games()
    ]


def usual_people(game: str) -> int:
    """Return the seats of a table for people that is opened without the form."""
    seats = core.game(game).SEATS
    return 4 if 4 in seats else seats[-1]


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    heroes = (boards.config(name).hero for name in boards.games())
    person = person_of(request)
    tables = lists.context(person)
    context = {
        "games": _games(bot_levels(person), lists.who_waits(tables["open"]), history.played(person)),
        "hero": next(filter(None, heroes), ""),
        "here": people.number_online(),
    }
    return render(request, "games/home.html", context | tables)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    tables = lists.context(person)
    games = _games(bot_levels(person), lists.who_waits(tables["open"]))
    return render(request, "games/lobby.html", {"games": games} | tables)


@login_required
@never_cache
@require_safe
def yours(request: SignedInRequest) -> HttpResponse:
    """Show all of one's tables; the lobby shows only some."""
    person = request.user
    matches = history.matches(person, person, ()).select_related("table").prefetch_related("table__seats")
    context = {
        "own": waiting.own_tables(person),
        "aside": waiting.own_tables(person, aside=True),
        "finished": list(matches.order_by("-ended_at", "-pk")[:FINISHED]),
    }
    return render(request, "games/yours.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"games": _games()})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    if game not in boards.games():
        raise Http404
    page = select_template(boards.config(game).rules_pages((get_language() or "en")[:2]))
    context = {
        "game": game,
        "rules": core.game(game),
        "level": bot_levels(person_of(request))[game],
        "styles": boards.own_files(game)["styles"],
    }
    return HttpResponse(page.render(context, request))


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Explain why a distant player has the same chance in a race, with the limits in use."""
    numbers = {
        "most": realtime.claim_order.LONGEST_TRIP,
        "floor": reactions.SHORTEST,
        "tie": realtime.claim_order.TIE,
        "reactions": reactions,
    }
    return render(request, "games/fairness.html", numbers)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "games/help.html")


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form had no valid token and nothing was done, and how to go on."""
    return render(request, "403_csrf.html", status=403)
