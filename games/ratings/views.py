"""The pages of leaderboards, of a person's ratings, of a match's changes, and of preferences."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.signin.requests import SignedInRequest
from games import boards
from games.ratings import bots, leaders, reads
from games.ratings.eligibility import pool_of
from games.ratings.models import HiddenRating
from games.views.pages import person_of
from games.views.tables import see


@require_safe
def leaderboard(request: HttpRequest, game: str = "", pace: str = "") -> HttpResponse:
    """Show a leaderboard: everybody, `?among=friends` or `?among=season`."""
    game = game or boards.first_game()
    if game not in boards.games():
        raise Http404
    pace = pace or reads.paces(game)[0]
    if pace not in reads.paces(game):
        raise Http404
    viewer, now = _member(request), timezone.now()
    among = request.GET.get("among", leaders.ALL)
    if among not in (leaders.ALL, leaders.SEASON) and not (among == leaders.FRIENDS and viewer):
        among = leaders.ALL
    context = {
        "game": game,
        "pace": pace,
        "games": boards.games(),
        "paces": reads.paces(game),
        "among": among,
        "member": viewer,
        "leaders": leaders.leaderboard(pool_of(game, pace), among, viewer, now),
        "bots": bots.shown(pool_of(game, pace)),
        "least": leaders.LEAST,
        "opponents": leaders.OPPONENTS,
        "days": leaders.LATELY.days,
        "ends": leaders.season_ends(now),
    }
    return render(request, "ratings/leaderboard.html", context)


def _member(request: HttpRequest) -> User | None:
    person = person_of(request)
    return None if person is None or person.is_guest else person


@require_safe
def rating(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person's numbers and one pool, that of `?game=` and `pace`. `with` names somebody whom they met."""
    person = User.objects.named(username)
    viewer = person_of(request)
    if person is None or not person.is_active or person.is_guest:
        raise Http404("no member has this name")
    if person.username != username:
        return redirect("rating", person.username)
    numbers = reads.numbers(person)
    context: dict[str, Any] = {
        "person": person,
        "may_see": reads.may_see(person, viewer),
        "own": viewer == person,
    }
    if context["may_see"]:
        chosen = _chosen(request, numbers)
        context |= {"numbers": reads.by_game(numbers, chosen), "chosen": chosen}
        context["paces"] = [number for number in numbers if chosen and number.game == chosen.game]
        context |= {
            "played": sum(number.matches for number in numbers),
            "won": sum(number.wins for number in numbers),
        }
        if chosen is not None:
            context |= _of_pool(request, person, viewer, pool_of(chosen.game, chosen.pace))
    return render(request, "ratings/rating.html", context)


def _chosen(request: HttpRequest, numbers: list[reads.Number]) -> reads.Number | None:
    """Return the requested rating, else the one with most matches."""
    choice = (request.GET.get("game"), request.GET.get("pace"))
    number = next((number for number in numbers if (number.game, number.pace) == choice), None)
    return number or max(numbers, key=lambda number: number.matches, default=None)


def _of_pool(request: HttpRequest, person: User, viewer: User | None, pool: str) -> dict[str, Any]:
    board = leaders.leaderboard(pool, leaders.ALL, person, timezone.now())
    context: dict[str, Any] = {
        "chart": reads.history(person, pool),
        "seats": reads.by_people(person, pool),
        "rank": board.mine,
        "beside": board.beside,
        "ranked": board.total,
    }
    # Private matches are visible to their people only.
    if viewer == person:
        context["met"] = reads.met(person, pool)
        other_name = request.GET.get("with") or next(iter(context["met"]), "")
        other = User.objects.named(other_name) if other_name else None
    else:
        other = person
    if viewer is not None and other is not None and other != viewer and other.is_active:
        context["duel"] = reads.head_to_head(viewer, other, pool)
    return context


@require_safe
@never_cache
def result(request: HttpRequest, table: str) -> HttpResponse:
    """Return the changes by a match, for the page of its table."""
    snapshot = see(request, table)
    return render(request, "ratings/_result.html", {"table": snapshot.table, "seats": snapshot.seats})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    """Let the person hide their numbers."""
    person = request.user
    if request.method == "POST":
        if request.POST.get("hidden") == "yes":
            HiddenRating.objects.get_or_create(user=person)
        else:
            HiddenRating.objects.filter(user=person).delete()
        messages.success(request, _("Your preferences are saved."))
        return redirect("rating_preferences")
    hidden = HiddenRating.objects.filter(user=person).exists()
    return render(request, "ratings/preferences.html", {"hidden": hidden})
