"""The pages of puzzles: all games, one puzzle, and preferences."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import page_limits
from accounts.guests import guest_for
from accounts.models import User
from accounts.signin.requests import SignedInRequest
from games import boards
from games.coach import playing_on
from games.coach.analysis.errors import apart
from games.coach.questions import coach
from games.puzzles import answers, choosing, files, pages
from games.puzzles.models import Answer, Puzzle, WithheldMatches
from games.puzzles.positions import Position, position_of
from games.rules.core import Move, Refused
from games.views.pages import person_of
from games.views.requests import HtmxHttpRequest
from hosting.limits.addresses import address_of_request


@never_cache
@require_safe
def puzzles(request: HtmxHttpRequest) -> HttpResponse:
    """Show all games. While own matches are reviewed, the page asks for that section alone."""
    if request.htmx:
        return render(request, "puzzles/_mistakes.html", pages.mistakes(person_of(request)))
    return render(request, "puzzles/puzzles.html", pages.overview(person_of(request)))


@require_safe
def todays(request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day."""
    today = choosing.today()
    return redirect(today.address if today else "puzzles")


@never_cache
@require_safe
def following(request: HttpRequest, game: str) -> HttpResponse:
    """Redirect to a puzzle that is new to the reader, of `?theme=` if it is given, or to that of their streak with
    `?streak=1`."""
    if game not in files.games():
        raise Http404
    mode = pages.mode_of(request.GET)
    person = person_of(request)
    puzzle = choosing.of_streak(game, person.pk) if person and "streak" in mode else None
    puzzle = puzzle or choosing.following(game, person.pk if person else None, mode.get("theme", ""))
    if puzzle is None:
        messages.info(request, _("You have answered all of these puzzles."))
        return redirect("puzzles")
    return redirect(reverse("puzzle", args=[puzzle.pk], query=mode))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, id: str) -> HttpResponse:
    """Show a puzzle. A POST answers it with the form of the board; the first answer counts, and shows the result."""
    stored = get_object_or_404(Puzzle, pk=id, game__in=files.games())
    mode, person = pages.mode_of(request.GET), person_of(request)
    if request.method == "POST":
        try:
            _answer(request, stored, mode)
        except Refused as refused:
            text, status = boards.refusal(refused, stored.game)
            return _shown(request, stored, person, mode, {"refused": text}, status)
        return redirect(request.get_full_path())
    return _shown(request, stored, person, mode, {})


def _answer(request: HttpRequest, puzzle: Puzzle, mode: dict[str, str]) -> None:
    move = boards.board_of(puzzle.game).move_of_form(request.POST)
    position = position_of(puzzle.game, puzzle.data)
    named, is_right = answers.judge(puzzle, position, move)
    person = guest_for(request)
    counted = answers.answer(puzzle, person, named, is_right=is_right, streak="streak" in mode)
    # The coach is asked after the answer is stored, so that one that is sent again doesn't ask again.
    if counted is not None and not answers.is_listed(puzzle, named):
        counted.figures = _figures(request, person, puzzle, position, named)
        counted.save(update_fields=["figures"])


def _figures(
    request: HttpRequest, person: User, puzzle: Puzzle, position: Position, move: Move
) -> dict[str, Any] | None:
    """Let the coach's process compare the move with the best one. None if it is too busy: the answer counts anyway."""
    question = position.rules, position.view, puzzle.best, move, puzzle.pk
    try:
        part = coach.judge(person.pk, address_of_request(request), *question)
    except Refused:
        return None
    played: dict[str, Any] = part["played"]
    # The figures of the puzzle's best move come from other guesses.
    return played | {"move": move, "apart": apart(puzzle.data["found"][0]["errors"], played["errors"])}


def _shown(
    request: HttpRequest,
    puzzle: Puzzle,
    person: User | None,
    mode: dict[str, str],
    more: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    answer = Answer.objects.filter(user=person, puzzle=puzzle).first() if person else None
    context = pages.of_puzzle(request, puzzle, person, answer, mode) | more
    return render(request, "puzzles/puzzle.html", context, status=status)


@require_POST
def hint(request: HttpRequest, id: str) -> HttpResponse:
    """Show a hint on the puzzle's page. The reader's answer then changes no number. A running streak has no hints."""
    puzzle = get_object_or_404(Puzzle, pk=id, game__in=files.games())
    person = guest_for(request)
    answers.take_hint(puzzle, person)
    return redirect(reverse("puzzle", args=[id]) + "#puzzle-title")


@require_POST
def play_on(request: HttpRequest, id: str) -> HttpResponse:
    """Play on from an answered puzzle, against bots."""
    puzzle = get_object_or_404(Puzzle, pk=id, game__in=files.games())
    person = person_of(request)
    if person is None or not Answer.objects.filter(user=person, puzzle=puzzle).exists():
        # Hints at the table would tell the answer.
        return redirect("puzzle", id)
    page_limits.require(request, "tables")
    try:
        position = position_of(puzzle.game, puzzle.data)
        begun = playing_on.play_on(
            position.snapshot.table,
            position.snapshot.seats,
            rows=position.rows,
            eyes=position.seat,
            person=person,
            address=address_of_request(request),
            place={"puzzle": puzzle.pk},
        )
        return redirect("table", begun.table.pk)
    except Refused as refused:
        messages.error(request, boards.refusal(refused, puzzle.game)[0])
        return redirect("puzzle", id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    """Let a member withhold their public matches from puzzles."""
    if request.method == "POST":
        if "allow" in request.POST:
            WithheldMatches.objects.filter(user=request.user).delete()
        else:
            WithheldMatches.objects.get_or_create(user=request.user)
        messages.success(request, _("Your preferences are saved."))
        return redirect("puzzle_preferences")
    withheld = WithheldMatches.objects.filter(user=request.user).exists()
    return render(request, "puzzles/preferences.html", {"withheld": withheld})
