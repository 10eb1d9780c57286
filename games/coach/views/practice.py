"""Exercises: the positions of one's last matches in which one's moves cost most."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signin.requests import SignedInRequest
from games import boards
from games.boards import scene_at
from games.coach import exercises as queries
from games.coach import practice as words
from games.coach import reviews
from games.coach.analysis import review
from games.coach.exercises import Exercise
from games.coach.questions import coach
from games.play import storage
from games.records import export
from games.rules import core
from games.rules.core import Refused
from games.views.requests import number_of
from hosting.limits.addresses import address_of_request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Show one's own exercises. A visitor gets an explanation."""
    if not request.user.is_authenticated:
        return render(request, "coach/practice.html", {"visitor": True})
    return _practice(cast(SignedInRequest, request))


def _practice(request: SignedInRequest) -> HttpResponse:
    """Show an exercise, or answer a POST.

    `?of=` selects one match, and `?n=` the number of the exercise, counted from 1. The default is the first unsolved
    exercise. A POST answers `exercise` with `choice`, or asks for reviews of the last matches.
    """
    if request.method == "POST" and "review" in request.POST:
        return _ask(request)
    of = request.GET.get("of", "")[:40]
    exercises = queries.exercises(request.user.pk, of)
    if not exercises:
        return _none(request, of)
    number = _number(request, exercises)
    try:
        return render(request, "coach/practice.html", _shown(request, exercises, number, of))
    except Refused as refused:
        text, status = boards.refusal(refused)
        context = _context(exercises[number - 1], exercises, number, of) | {"refused": text}
        return render(request, "coach/practice.html", context, status=status)


def _number(request: SignedInRequest, found: list[Exercise]) -> int:
    """Return the number of the exercise. A form sends the name of its exercise, because another one may have become
    the first since."""
    if request.method == "POST":
        names = [each.name for each in found]
        if request.POST.get("exercise") not in names:
            raise Http404
        return names.index(request.POST["exercise"]) + 1
    number = number_of(request.GET.get("n"), _unsolved(found, 0))
    if not 1 <= number <= len(found):
        raise Http404
    return number


def _unsolved(found: list[Exercise], number: int) -> int:
    """Return the next unsolved exercise after that number, or just the next one if all are solved. Starts again at the
    end."""
    order = [(number + step) % len(found) for step in range(len(found))]
    return next((at for at in order if not found[at].solved), order[0]) + 1


def _ask(request: SignedInRequest) -> HttpResponse:
    for seat in queries.to_review(request.user.pk):
        reviews.ask(seat.table, seat.index, request.user.pk, address_of_request(request))
    return redirect("practice")


def _none(request: SignedInRequest, of: str) -> HttpResponse:
    person = request.user.pk
    context = {"of": of, "waits": reviews.under_way(person), "to_review": queries.to_review(person)}
    return render(request, "coach/practice.html", context)


def _context(exercise: Exercise, found: list[Exercise], number: int, of: str) -> dict[str, Any]:
    """Return the context: the position as its seat saw it, and the choices."""
    snapshot = storage.load(exercise.table)
    rows = export.rows_of(snapshot.table)
    scene = scene_at(
        snapshot, rows, number=exercise.at, viewer=exercise.seat, you=exercise.seat, as_then=True
    )
    following = {"n": _unsolved(found, number)} | ({"of": of} if of else {})
    return {
        "table": snapshot.table,
        "scene": scene,
        "board": boards.board(scene),
        "of": of,
        "number": number,
        "exercise": exercise.name,
        "exercises": found,
        "solved": sum(each.solved for each in found),
        "move": exercise.at + 1,
        "at": exercise.at,
        "eyes": exercise.seat,
        "next": f"{reverse('practice')}?{urlencode(following)}",
        **words.shown(snapshot.table.game, scene.view, scene.names),
        **boards.own_files(snapshot.table.game),
    }


def _shown(request: SignedInRequest, found: list[Exercise], number: int, of: str) -> dict[str, Any]:
    exercise = found[number - 1]
    context = _context(exercise, found, number, of)
    if request.method != "POST":
        return context
    game, view = context["table"].game, context["scene"].view
    moves, chosen = words.choices(game, view, context["scene"].names), number_of(request.POST.get("choice"))
    if not 0 <= chosen < len(moves):
        raise Refused("nothing_chosen")
    looked_at = _looked_at(request, game, view=view, part=exercise.part, move=moves[chosen][1])
    # After the first wrong choice only its cost is shown. An exercise counts as solved only before its best move has
    # been shown.
    tries = number_of(request.POST.get("tries"), 0)
    answer = words.answer(
        game, view, part=exercise.part, chosen=looked_at, names=context["scene"].names, tells=tries > 0
    )
    if answer["right"] and tries < 2:
        reviews.solve(exercise.table, exercise.seat, exercise.at)
        found[number - 1] = replace(exercise, solved=True)
        context["solved"] = sum(each.solved for each in found)
    return context | {"chosen": chosen, "answer": answer, "tries": tries + 1, "position": answer["position"]}


def _looked_at(
    request: SignedInRequest, game: str, view: core.View, part: review.Part, move: core.Move
) -> review.Part:
    """Return the result that the review already has, else let the coach's process compare the moves."""
    if move == part["played"]["move"]:
        return part
    if move == part["best"]["move"]:
        return part | {"played": part["best"], "cost": 0.0}
    whose = request.user.pk, address_of_request(request)
    return coach.judge(*whose, core.game(game), view, part["best"]["move"], move, secrets.token_hex(8))
