"""Data for the templates of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import zone_of
from games import boards
from games.boards import times
from games.boards.drawing import whole
from games.boards.figures import percent
from games.boards.language import by_language, spoken
from games.coach import reviews
from games.coach.advice import texts_of
from games.coach.position import row_of
from games.puzzles import answers, choosing, exercises, files, making, scale
from games.puzzles.models import Answer, Puzzle, Standing
from games.puzzles.positions import Position, own_texts, position_of
from games.queries import history


def mode_of(query: Mapping[str, str]) -> dict[str, str]:
    """Return the part of an address that leads from puzzle to puzzle: a streak, or else a theme."""
    if query.get("streak"):
        return {"streak": "1"}
    theme = query.get("theme", "")[:20]
    return {"theme": theme} if theme else {}


def overview(person: User | None) -> dict[str, Any]:
    """Return the context of the page of all games."""
    mine = {row.game: row for row in Standing.objects.filter(user=person)} if person else {}
    return {
        "today": pictured_today(person),
        "games": [_of_game(game, mine.get(game), person) for game in files.games()],
        **mistakes(person),
    }


def mistakes(person: User | None) -> dict[str, Any]:
    """Return the context of the person's own mistakes; none for a visitor."""
    if person is None:
        return {}
    person_exercises = exercises.exercises(person.pk)
    return {
        "exercises": person_exercises,
        "solved": sum(exercise.solved for exercise in person_exercises),
        "waits": reviews.under_way(person.pk),
        "to_review": exercises.to_review(person.pk),
    }


def _of_game(game: str, standing: Standing | None, person: User | None) -> dict[str, Any]:
    left = choosing.themes_of(game, person.pk if person else None)
    themes = own_texts(game).THEMES.items()
    return {
        "game": game,
        "number": number_of(standing),
        "standing": standing,
        "themes": [(code, name, left[code]) for code, name in themes if left.get(code)],
        "next": reverse("next_puzzle", args=[game]),
    }


def number_of(standing: Standing | None) -> str:
    """Return a person's number, with a `?` while it is uncertain; "" before the first answer."""
    if standing is None or not standing.tries:
        return ""
    return f"{standing.rating:.0f}" + ("" if standing.tries >= scale.CERTAIN else "?")


def todays(person: User | None) -> dict[str, Any] | None:
    """Return the puzzle of the day: its game and address, and what the reader has made of it."""
    today = choosing.today()
    if today is None:
        return None
    answer = Answer.objects.filter(user=person, puzzle=today.puzzle).first() if person else None
    rating = Puzzle.objects.values_list("rating", flat=True).get(pk=today.puzzle)
    return today._asdict() | {"answer": answer, "rating": rating}


def pictured_today(person: User | None) -> dict[str, Any] | None:
    """Return the puzzle of the day with a small picture of its position."""
    today = todays(person)
    return today and today | {"picture": _drawn(today["game"], today["puzzle"])}


@by_language
def _drawn(game: str, id: str) -> SafeString:
    """Return the picture of a puzzle, drawn once a language: that of the day is the same for everybody."""
    data = Puzzle.objects.values_list("data", flat=True).get(pk=id)
    return render_to_string("puzzles/_picture.html", picture(game, data))


def picture(game: str, data: making.PuzzleData) -> dict[str, Any]:
    """Return the table and the own cards of a puzzle's position, and a sentence. Its match is played again."""
    view, coach = position_of(game, data).view, texts_of(game)
    rows = [[row_of(row)] for row in (coach.table(view), coach.hand(view)) if row and row.cards]
    return {"rows": rows, "situation": own_texts(game).situation(view)}


def of_puzzle(
    request: HttpRequest, puzzle: Puzzle, person: User | None, answer: Answer | None, mode: dict[str, str]
) -> dict[str, Any]:
    """Return the context of a puzzle's page. It has the best move only once the reader has answered."""
    standing = Standing.objects.filter(user=person, game=puzzle.game).first() if person else None
    today = choosing.today()
    mode = _mode(puzzle, person, answer, mode)
    position = position_of(puzzle.game, puzzle.data)
    context: dict[str, Any] = {
        "mode": mode,
        "is_today": today is not None and today.puzzle == puzzle.pk,
        "standing": standing,
        "number": number_of(standing),
        "hint": answers.hint(puzzle, position, person),
        "next": reverse("next_puzzle", args=[puzzle.game], query=mode),
        "streak": reverse("next_puzzle", args=[puzzle.game], query={"streak": "1"}),
        "play_on": reverse("play_on_from_puzzle", args=[puzzle.pk]),
        "is_new": puzzle.game not in history.played(person),
        "goal": boards.config(puzzle.game).goal,
    }
    context |= _stakes(puzzle, standing)
    after = _result(puzzle, answer, context) if answer else _asked(puzzle.game, position, context)
    return _page(request, puzzle, position, answer, context, after)


def _mode(
    puzzle: Puzzle, person: User | None, answer: Answer | None, asked: dict[str, str]
) -> dict[str, str]:
    """Return the query for the next puzzle: that of a streak if this puzzle counts in one, else what was asked for."""
    begin = "streak" in asked
    if answer is not None:
        in_streak = begin or answer.run is not None
    else:
        in_streak = choosing.in_streak(puzzle, person.pk, begin=begin) if person else begin
    if in_streak:
        return {"streak": "1"}
    return {} if begin else asked


def of_exercise(
    request: HttpRequest, puzzle: Puzzle, position: Position, answer: Answer | None, context: dict[str, Any]
) -> dict[str, Any]:
    """Return the context of an exercise's page. `context` has the exercise and those that follow."""
    exercise = context["exercise"]
    query = {"n": str(exercise.at), "eyes": str(exercise.seat)}
    context |= {"mode": {}, "play_on": reverse("play_on", args=[exercise.table.pk], query=query)}
    if answer:
        played = texts_of(puzzle.game).name(position.view, exercise.part["played"]["move"], position.names)
        after = _("In the match you chose: %(move)s.") % {"move": played}
    else:
        ended = exercise.table.ended_at.astimezone(zone_of(request.user))
        values = {"day": times.day(ended), "number": exercise.at + 1}
        after = _("Your match of %(day)s, move %(number)s") % values
    return _page(request, puzzle, position, answer, context, after)


def _page(
    request: HttpRequest,
    puzzle: Puzzle,
    position: Position,
    answer: Answer | None,
    context: dict[str, Any],
    after: str,
) -> dict[str, Any]:
    """Return the context of the page that asks and tells. `after` is the second line of its banner."""
    title = own_texts(puzzle.game).question(position.view)
    if answer is not None:
        context["result"] = result = answers.result_context(puzzle, position, answer)
        title = _verdict(answer, result)
        if not answer.is_right:
            after = _("You chose: %(move)s.") % {"move": result["mine"]} + " " + after
    context |= {
        "puzzle": puzzle,
        "table": position.snapshot.table,
        "game": puzzle.game,
        "title": title,
        "answer": answer,
        "state": _state(answer, context["mode"]),
    }
    panel = render_to_string("puzzles/_panel.html", context, request)
    board = position.board(title, after, yours=answer is None)
    context["board"] = whole(board, spoken(), {"coach": panel})
    return context | boards.own_files(puzzle.game)


def _state(answer: Answer | None, mode: dict[str, str]) -> str:
    """Return the classes of the page's body."""
    if answer is None:
        return "in-streak" if "streak" in mode else ""
    return "answered right" if answer.is_right else "answered wrong"


def _stakes(puzzle: Puzzle, standing: Standing | None) -> dict[str, Any]:
    """Return what a right and a wrong answer bring."""
    row = standing or Standing()
    both = [scale.changed(row.rating, puzzle.rating, row.tries, is_right=right)[0] for right in (True, False)]
    gain, loss = (round(number - row.rating) for number in both)
    return {"gain": gain, "loss": -loss}


def _verdict(answer: Answer, result: dict[str, Any]) -> str:
    if answer.is_right:
        return _("Right: %(move)s") % {"move": result["mine"]}
    return _("No, better: %(move)s") % {"move": result["best"]["name"]}


def _asked(game: str, position: Position, context: dict[str, Any]) -> str:
    """Return the line below the question: how far the match is, and what an answer counts for."""
    parts = [own_texts(game).situation(position.view)]
    if context["hint"]:
        parts.append(_("One try, unrated"))
    elif "streak" in context["mode"]:
        run = context["standing"].run if context["standing"] else 0
        parts.append(_("Streak: %(run)s") % {"run": run})
    return " ".join(parts)


def _result(puzzle: Puzzle, answer: Answer, context: dict[str, Any]) -> str:
    """Return the line below the verdict: how many found it, the change of the rating, and the streak."""
    parts = []
    # The reader's own answer is counted, but not after a hint.
    others = puzzle.tries - (0 if context["hint"] else 1)
    if others < 1:
        parts.append(_("You are the first to try this puzzle."))
    else:
        tries = number_format(puzzle.tries, force_grouping=True)
        values = {"share": percent(puzzle.right / puzzle.tries), "tries": tries}
        parts.append(_("%(share)s of %(tries)s found it.") % values)
    if context["hint"]:
        parts.append(_("Unrated, because you took a hint."))
    else:
        values = {"before": f"{answer.before:.0f}", "after": f"{answer.after:.0f}"}
        parts.append(_("Your rating: %(before)s → %(after)s.") % values)
    if answer.run is not None and answer.is_right:
        parts.append(_("Streak: %(run)s") % {"run": answer.run})
    elif answer.run is not None:
        best = context["standing"].longest
        parts.append(_("The streak is over. Your longest: %(best)s") % {"best": best})
    return " ".join(parts)
