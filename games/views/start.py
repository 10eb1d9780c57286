"""Tables without the form: at once against bots, with friends by a link, or by a quick tile."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import boards
from games.boards import texts
from games.models import Table
from games.play.opening import Plan
from games.play.time_control import DAYS
from games.rules import core
from games.rules.core import Refused
from games.views.hooks import bot_levels
from games.views.pages import person_of, usual_people
from games.views.tables import opened


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table against bots of that `level`, by default the person's usual one, and begin at once.

    A visitor becomes a guest.
    """
    game, level = game_of(request.POST), request.POST.get("level", "")
    if level not in core.game(game).LEVELS:
        level = bot_levels(person_of(request))[game]
    return _opened(request, against_bots(game, level))


@require_http_methods(["GET", "HEAD", "POST"])
def with_friends(request: HttpRequest) -> HttpResponse:
    """Ask for the number of people and the pace, then open a table for everybody who has its link, which its page
    shows."""
    game = game_of(request.POST if request.method == "POST" else request.GET)
    rules = core.game(game)
    if request.method != "POST":
        context = {"game": game, "rules": rules, "over_days": texts.over_days(*DAYS.usual)}
        return render(request, "games/with_friends.html", context)
    wanted = request.POST.get("seats", "")
    count = int(wanted) if wanted in map(str, rules.SEATS) else rules.SEATS[0]
    is_slow = request.POST.get("pace") == Table.Pace.DAYS
    return _opened(
        request, Plan(game, count, public=False, pace=Table.Pace.DAYS if is_slow else Table.Pace.LIVE)
    )


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Open a public table at that `pace`; without one, play against bots at once."""
    pace = request.POST.get("pace")
    if pace not in Table.Pace.values:
        return play_now(request)
    return _opened(request, replace(among_people(game_of(request.POST)), pace=pace))


def against_bots(game: str, level: str) -> Plan:
    """Return a plan with as many bots as make a good match of the game, without a clock."""
    seats = 3 if 3 in core.game(game).SEATS else core.game(game).SEATS[0]
    return Plan(game, seats, bots=[level] * (seats - 1), public=False, clock=False)


def among_people(game: str) -> Plan:
    return Plan(game, usual_people(game))


def game_of(fields: QueryDict) -> str:
    """Return the game that the form names, else the first. 404 if there is none with that name."""
    game = fields.get("game") or boards.first_game()
    if game not in boards.games():
        raise Http404
    return game


def _opened(request: HttpRequest, plan: Plan) -> HttpResponse:
    try:
        snapshot = opened(request, plan)
    except Refused as refused:
        messages.error(request, boards.refusal(refused)[0])
        return redirect("lobby")
    return redirect("table", snapshot.table.pk)
