"""Pages that belong to no one table: landing, lobby, rules, help, about, health."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from games import boards, history, race, waiting
from games.rules import core


def person_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _games() -> list[dict[str, object]]:
    return [{"name": name, "rules": core.game(name)} for name in boards.games()]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    return render(request, "games/home.html", {"games": _games()} | history.lobby_context(person))


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    return render(request, "games/lobby.html", {"games": _games()} | history.lobby_context(person))


@login_required
@require_safe
def yours(request: HttpRequest) -> HttpResponse:
    """All of one's tables, where the lobby has room for some only."""
    person = person_of(request)
    return render(request, "games/yours.html", {"own": waiting.own_tables(person) if person else []})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"games": _games()})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    if game not in boards.games():
        raise Http404
    language = (get_language() or "en")[:2]
    page = select_template([f"rules/{game}.{language}.html", f"rules/{game}.en.html"])
    context = {"game": game, "rules": core.game(game), "styles": boards.own_files(game)["styles"]}
    return HttpResponse(page.render(context, request))


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Why a far seat is as good as a near one in a race, with the numbers that are in use."""
    numbers = {
        "most": race.fairness.MOST,
        "floor": race.fairness.FLOOR,
        "tie": race.fairness.TIE,
        "window": race.fairness.LONGEST_WINDOW,
    }
    return render(request, "games/fairness.html", numbers)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "games/help.html")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when this process answers and reaches the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token, or with one that has grown old: nothing was done, and how to go on."""
    return render(request, "403_csrf.html", status=403)
