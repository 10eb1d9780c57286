"""The pages of exercises: one's own mistakes as puzzles. They are private, are not rated, and come again until they are
solved."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signin.requests import SignedInRequest
from games import boards
from games.coach import reviews
from games.coach.analysis import review
from games.coach.questions import coach
from games.puzzles import answers, exercises, pages
from games.puzzles.exercises import Exercise
from games.puzzles.models import Answer, Puzzle
from games.puzzles.positions import Position, position_in
from games.puzzles.store import themes_of
from games.rules import core
from games.rules.core import Refused
from hosting.limits.addresses import address_of_request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Redirect to the first unsolved exercise, of one match with `?of=`. A POST asks to review the last matches."""
    if not request.user.is_authenticated:
        return _all()
    if request.method == "POST":
        try:
            for seat in exercises.to_review(request.user.pk):
                reviews.ask(seat.table, seat.index, request.user.pk, address_of_request(request))
        except Refused as refused:
            messages.error(request, boards.refusal(refused)[0])
        return _all()
    all_exercises = exercises.exercises(request.user.pk, request.GET.get("of", "")[:40])
    first = exercises.unsolved(all_exercises) or next(iter(all_exercises), None)
    return redirect(first.address) if first else _all()


def _all() -> HttpResponse:
    return redirect(reverse("puzzles", fragment="own-mistakes"))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def exercise(request: HttpRequest, table: str, at: int) -> HttpResponse:
    """Show the exercise after that move of the person's match. A POST answers it with the form of the board."""
    person = cast(SignedInRequest, request).user.pk
    all_exercises = exercises.exercises(person)
    if all(exercise.table.pk != table for exercise in all_exercises):
        # The review of an older match leads to its exercises, too.
        all_exercises = exercises.exercises(person, table)
    chosen = next(
        (exercise for exercise in all_exercises if (exercise.table.pk, exercise.at) == (table, at)), None
    )
    if chosen is None:
        raise Http404
    position = position_in(chosen.table, chosen.at, chosen.seat)
    if request.method != "POST":
        return _shown(request, all_exercises, chosen, position, puzzle_of(chosen, position))
    try:
        puzzle, answer = _answer(request, chosen, position)
    except Refused as refused:
        text, status = boards.refusal(refused, chosen.table.game)
        response = _shown(request, all_exercises, chosen, position, puzzle_of(chosen, position), refused=text)
        response.status_code = status
        return response
    if answer.is_right:
        reviews.solve(table, chosen.seat, at)
        all_exercises[all_exercises.index(chosen)] = chosen = replace(chosen, solved=True)
    return _shown(request, all_exercises, chosen, position, puzzle, answer)


def puzzle_of(chosen: Exercise, position: Position, part: review.Part | None = None) -> Puzzle:
    """Return the exercise as a puzzle that is not stored; `part` compares the best move with another one than that of
    the match."""
    part, game = part or chosen.part, chosen.table.game
    candidates = [part["best"], *([part["played"]] if part["played"]["move"] != part["best"]["move"] else [])]
    themes = themes_of(game, position.view, part["best"]["move"])
    return Puzzle(id=f"{chosen.table.pk}-{chosen.at}", game=game, data={"found": candidates}, themes=themes)


def _answer(request: HttpRequest, chosen: Exercise, position: Position) -> tuple[Puzzle, Answer]:
    puzzle = puzzle_of(chosen, position)
    move = boards.board_of(puzzle.game).move_of_form(request.POST)
    named, is_right = answers.judge(puzzle, position, move)
    if named not in [found["move"] for found in puzzle.data["found"]]:
        part = _compared(request, position, puzzle.best, named)
        puzzle, is_right = puzzle_of(chosen, position, part), part["cost"] < review.NOTHING
    return puzzle, Answer(move=named, is_right=is_right)


def _compared(request: HttpRequest, position: Position, best: core.Move, move: core.Move) -> review.Part:
    """Let the coach's process compare a move that the review has no figures of."""
    question = position.rules, position.view, best, move, secrets.token_hex(8)
    return coach.judge(cast(int, request.user.pk), address_of_request(request), *question)


def _shown(
    request: HttpRequest,
    all_exercises: list[Exercise],
    chosen: Exercise,
    position: Position,
    puzzle: Puzzle,
    answer: Answer | None = None,
    refused: str = "",
) -> HttpResponse:
    following = exercises.unsolved(all_exercises, chosen)
    context = {
        "exercise": chosen,
        "next": following.address if following and following != chosen else "",
        "solved": sum(exercise.solved for exercise in all_exercises),
        "exercises": all_exercises,
        "refused": refused,
    }
    context = pages.of_exercise(request, puzzle, position, answer, context)
    return render(request, "puzzles/puzzle.html", context)
