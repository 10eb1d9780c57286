"""Answers to puzzles: judged, counted once, and told with the reasons of the coach."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.boards.figures import percent
from games.coach import advice
from games.coach.gap import figures
from games.people.locks import one_at_a_time
from games.puzzles import choosing, scale
from games.puzzles.models import Answer, Hint, Puzzle, Standing
from games.puzzles.positions import Position, own_texts
from games.rules import core

# The most moves without figures that are told by their names.
NAMED = 3


def judge(puzzle: Puzzle, position: Position, move: core.Move) -> tuple[core.Move, bool]:
    """Return the move, as the puzzle names it if it does, and whether it is the best. Refused if it isn't legal."""
    rules, state, seat = position.rules, position.snapshot.state, position.seat
    core.check_shape(rules, move)
    rules.check(state, seat, move)
    form = _form(position)
    names = {form(found["move"]): found["move"] for found in puzzle.data["found"]}
    named = names.get(form(move), move)
    return named, named == puzzle.best


def _others(puzzle: Puzzle, position: Position, told: Sequence[core.Move]) -> str:
    """Return the names of the legal moves that have no figures, or their number if they are many. A puzzle stores the
    best ones."""
    form = _form(position)
    forms, others = {form(move) for move in told}, []
    for move in position.rules.legal_moves(position.snapshot.state, position.seat):
        if (its_form := form(move)) not in forms:
            forms.add(its_form)
            others.append(move)
    if (count := len(others)) > NAMED:
        return ngettext("%(count)d other move", "%(count)d other moves", count) % {"count": count}
    texts, view, names = advice.texts_of(puzzle.game), position.view, position.names
    # A name of a move may have commas.
    return " · ".join(texts.name(view, move, names) for move in others)


def _form(position: Position) -> Callable[[core.Move], Any]:
    """Return what gives a move's form, the same for all moves that do the same. It takes milliseconds to build."""
    problem = position.rules.problem(position.view, Random(0))
    assert problem is not None
    return problem.form


def key_of(move: core.Move) -> str:
    return json.dumps(move, sort_keys=True, separators=(",", ":"))


def is_listed(puzzle: Puzzle, move: core.Move) -> bool:
    """Return True if the puzzle has the move's expected results."""
    return any(found["move"] == move for found in puzzle.data["found"])


def answer(puzzle: Puzzle, person: User, move: core.Move, *, is_right: bool, streak: bool) -> Answer | None:
    """Count the person's first answer to the puzzle and return it; a later one counts nothing and returns None.

    `streak` begins a streak if none runs.
    """
    with one_at_a_time(person):
        if Answer.objects.filter(user=person, puzzle=puzzle).exists():
            return None
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        standing, _new = Standing.objects.get_or_create(user=person, game=puzzle.game)
        answer = Answer(user=person, puzzle=puzzle, move=move, is_right=is_right)
        answer.before = answer.after = standing.rating
        if not Hint.objects.filter(user=person, puzzle=puzzle).exists():
            _count(answer, standing, puzzle)
            if choosing.in_streak(puzzle, person.pk, begin=streak):
                answer.run = standing.run = standing.run + 1 if is_right else 0
                standing.longest = max(standing.longest, standing.run)
        answer.save()
        if answer.run is not None:
            standing.next = choosing.following(puzzle.game, person.pk) if is_right else None
        standing.save()
        return answer


def _count(answer: Answer, standing: Standing, puzzle: Puzzle) -> None:
    """Let the answer change the numbers of the person and of the puzzle."""
    standing.rating, puzzle.rating = scale.changed(
        standing.rating, puzzle.rating, standing.tries, is_right=answer.is_right
    )
    answer.after = standing.rating
    for row in (standing, puzzle):
        row.tries += 1
        row.right += answer.is_right
    puzzle.chosen[key_of(answer.move)] = puzzle.chosen.get(key_of(answer.move), 0) + 1
    puzzle.save(update_fields=["rating", "tries", "right", "chosen"])


def take_hint(puzzle: Puzzle, person: User) -> None:
    """Let the person see a hint, unless it tells nothing, they have answered or the puzzle is that of their streak."""
    with one_at_a_time(person):
        answered = Answer.objects.filter(user=person, puzzle=puzzle).exists()
        if puzzle.has_hint and not answered and choosing.of_streak(puzzle.game, person.pk) != puzzle:
            Hint.objects.get_or_create(user=person, puzzle=puzzle)


def hint(puzzle: Puzzle, position: Position, person: User | None) -> list[str]:
    """Return the names of the two best moves, in an order that tells nothing; none if the person took no hint."""
    if person is None or not Hint.objects.filter(user=person, puzzle=puzzle).exists():
        return []
    texts = advice.texts_of(puzzle.game)
    return sorted(
        texts.name(position.view, found["move"], position.names) for found in puzzle.data["found"][:2]
    )


def result_context(puzzle: Puzzle, position: Position, answer: Answer) -> dict[str, Any]:
    """Return the context of the result: the moves with their figures, best first, the reasons, what others chose.

    After a wrong answer the reasons compare the best move with the person's own one.
    """
    view, names, chosen = position.view, position.names, answer.move
    texts = advice.texts_of(puzzle.game)
    candidates = [*puzzle.data["found"], *([answer.figures] if answer.figures else [])]
    evaluated = advice.evaluated_moves(candidates, position.seat)
    mine = next((found for found in evaluated if found.move == chosen), None)
    reasons = None
    if mine is None:
        reasons = advice.facts(texts, view, puzzle.best, chosen, names)
    elif not answer.is_right:
        reasons = advice.told(advice.claims_over(texts, view, evaluated[0], mine, names, _("your move")))
    data = advice.answer(puzzle.game, view, {"moves": candidates}, names, reasons)
    by_name = {texts.name(view, found["move"], names): found["move"] for found in candidates}
    for row in data["rows"]:
        move = by_name[row["name"]]
        row["chosen"] = _share(puzzle, move)
        row["mine"] = move == chosen
        if row["mine"] and mine:
            # The person's own move has its figures even if they differ from the best move's by no more than luck.
            row |= figures(mine, position.seat) | {"verdict": ""}
    data["mine"] = texts.name(view, chosen, names)
    if mine is None:
        row = advice.pictured(texts, view, chosen, names) | {"places": " ".join(texts.places(view, chosen))}
        data["unlisted"] = row | {"chosen": _share(puzzle, chosen)}
    if "gap" in puzzle.data:
        # An exercise has but two moves.
        data["others"] = _others(puzzle, position, [*by_name.values(), chosen])
    themes = own_texts(puzzle.game).THEMES
    data["themes"] = [(code, themes[code]) for code in puzzle.themes if code in themes]
    return data


def _share(puzzle: Puzzle, move: core.Move) -> str:
    return percent(puzzle.chosen.get(key_of(move), 0) / puzzle.tries) if puzzle.tries else ""
