"""The coach's answer at a table, in the words of the game. A game takes part by setting `GameBoard.COACH`.

The answer is made only of a seat's view and of the search's results (games/coach/analysis/best_moves.py), never of the
state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import structlog

from games.boards.contract import Claim, CoachTexts
from games.boards.elements import Elements
from games.boards.installed import board_of
from games.boards.language import begun
from games.boards.language import gettext as _
from games.boards.level_words import bot_face
from games.boards.scene import Scene
from games.boards.trials import Trials
from games.coach.analysis.review import lead
from games.coach.gap import (
    EvaluatedMove,
    Gap,
    chance_of,
    compared_figures,
    expected,
    figures,
    rounded_alike,
    verdict,
)
from games.play.bot_names import OF_LEVEL, READ_AS
from games.rules import core

log = structlog.get_logger("unbirthday.coach")

STRONGEST = "hard"
REASONS = 5
# The longest bar, in hundredths of its row.
LONGEST = 100


def texts_of(game: str) -> CoachTexts:
    """Return the texts of a game that has a coach."""
    own = board_of(game).COACH
    assert own is not None
    return own


def evaluated_move(row: Mapping[str, Any]) -> EvaluatedMove:
    """Return a move of the JSON data of games/coach/analysis/best_moves.py."""
    return EvaluatedMove(row["move"], row["scores"], row["wins"], row.get("errors", {}), row.get("apart", {}))


def evaluated_moves(rows: Sequence[Mapping[str, Any]], you: int) -> list[EvaluatedMove]:
    """Return the moves of one list, with the same figures in its table and in its sentences."""
    return rounded_alike([evaluated_move(row) for row in rows], you)


def elements(scene: Scene) -> Elements:
    """Return the coach's panel with its button. The button is off while the seat waits."""
    if not scene.hints or not scene.current or board_of(scene.game).COACH is None:
        return {}
    asks = scene.acts
    # An answer stays when others move, so the key counts the seat's own moves only.
    mine = max([entry.number for entry in scene.entries if entry.seat == scene.viewer], default=0)
    has_bots = any(person.level for person in scene.people)
    return {"coach": ("coach", str(mine) if asks else "", has_bots)}


def answer(
    game: str,
    view: core.View,
    advice: dict[str, Any],
    names: Sequence[str],
    reasons: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the context of the panel: the moves with their figures, best first, and the reasons.

    Without `reasons` they are those for the best move over the next one that is not as good.
    """
    own, you = texts_of(game), int(view["you"])
    candidates = in_order(evaluated_moves(advice["moves"], you), you, own.FEWEST)
    longest = max(1.0, *(abs(candidate.scores[you]) for candidate in candidates))
    rows = [_row(own, view, candidates, number, longest, names) for number in range(len(candidates))]
    return {
        "face": bot_face(STRONGEST),
        "name": begun(str(READ_AS[OF_LEVEL[STRONGEST]])),
        "best": rows[0],
        "rows": rows,
        "reasons": why(own, view, candidates, names) if reasons is None else reasons,
        "ordered": not all(row["equal"] for row in rows[1:]),
    }


def in_order(candidates: Sequence[EvaluatedMove], you: int, fewest: bool) -> list[EvaluatedMove]:
    """Return the best move, then those about as good, those with fewer points, and those that win less often."""
    best, *others = candidates

    def key(candidate: EvaluatedMove) -> tuple[int, float]:
        gap = Gap(best, candidate, you, fewest)
        if gap.wins:
            return 2, -chance_of(candidate, you).share
        return (1 if gap.leads else 0), -lead(candidate.scores, you, fewest)

    return [best, *sorted(others, key=key)]


def why(
    own: CoachTexts, view: core.View, candidates: Sequence[EvaluatedMove], names: Sequence[str]
) -> list[str]:
    """Return the reasons for the first of these moves over the next one that is not as good. All of them hold."""
    if len(candidates) < 2:
        return told(_holding(_only(own, view, candidates[0].move)))
    best, you = candidates[0], int(view["you"])
    worse = [candidate for candidate in candidates[1:] if not Gap(best, candidate, you, own.FEWEST).is_even]
    other = (worse or candidates[1:])[0]
    return told(claims_over(own, view, best, other, names))


def in_short(claims: Sequence[Claim]) -> Sequence[Claim]:
    """Return the first reason that speaks for the better move, and the last one, the figure that says most. If there
    are no two that speak for it, the first of all comes first."""
    arguing = [claim for claim in claims if claim.argues]
    of = arguing if len(arguing) > 1 else claims
    return [*of[:1], *of[1:][-1:]]


def claims_over(
    own: CoachTexts,
    view: core.View,
    best: EvaluatedMove,
    other: EvaluatedMove,
    names: Sequence[str],
    name: str = "",
) -> list[Claim]:
    """Return the reasons for the first move over the other one, which `name` stands for beside figures."""
    name = name or _("“%(move)s”") % {"move": own.name(view, other.move, names)}
    figures = list(_holding(expected(best, other, own.FEWEST, int(view["you"]), names, name)))
    facts = islice(_holding(own.claims(view, best.move, other.move, names)), REASONS - len(figures))
    return [*facts, *figures]


def facts(
    own: CoachTexts, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
) -> list[str]:
    """Return the reasons for the first move over the other one that follow from the rules, without figures."""
    return told(islice(_holding(own.claims(view, best, other, names)), REASONS))


def _only(own: CoachTexts, view: core.View, move: core.Move) -> Iterable[Claim]:
    """Yield why the search looks at one move only: there is no other, or all do the same."""
    rules, you = own.RULES, int(view["you"])
    others = [other for other, _what in rules.preview(view, you) if other != move]
    if not others:
        yield Claim(_("It is the only move."), lambda: not others)
        return
    yield Claim(_("All moves do the same."), lambda: _do_the_same(own, view, [move, *others]))


def _do_the_same(own: CoachTexts, view: core.View, moves: Sequence[core.Move]) -> bool:
    """Return True if the next decision and the scores are the same after each of the moves."""
    first, *others = (Trials(own.RULES, view, move) for move in moves)
    return all(first.outlooks() == trials.outlooks() for trials in others)


def _holding(claims: Iterable[Claim]) -> Iterable[Claim]:
    """Yield the claims that are true. One that isn't shows a mistake in the code that made it."""
    for claim in claims:
        if claim.holds():
            yield claim
        else:
            log.error("claim_does_not_hold", text=claim.text)


def told(claims: Iterable[Claim]) -> list[str]:
    """Return the sentences."""
    return [_capital(claim.text) for claim in claims]


def _capital(sentence: str) -> str:
    """Return the sentence with its first letter in upper case, even if it begins with a quotation mark."""
    return re.sub(r"\w", lambda letter: letter[0].upper(), sentence, count=1)


def _row(
    own: CoachTexts,
    view: core.View,
    candidates: Sequence[EvaluatedMove],
    number: int,
    longest: float,
    names: Sequence[str],
) -> dict[str, Any]:
    """Return a row of the panel. It leaves out a figure that differs from the best move's by no more than luck or
    rounding."""
    you, candidate, best = int(view["you"]), candidates[number], candidates[0]
    gap = None if candidate is best else Gap(best, candidate, you, own.FEWEST)
    shown = figures(candidate, you) if gap is None else compared_figures(gap)
    return pictured(own, view, candidate.move, names) | {
        "number": number + 1,
        "places": " ".join(own.places(view, candidate.move)),
        **shown,
        "bar": round(LONGEST * abs(candidate.scores[you]) / longest),
        "best": candidate is best,
        "equal": gap is not None and gap.is_even,
        # In place of both figures, or of points if the chance is about equal.
        "verdict": verdict(gap) if gap and (gap.is_even or not any(shown.values())) else "",
    }


def pictured(own: CoachTexts, view: core.View, move: core.Move, names: Sequence[str]) -> dict[str, Any]:
    """Return the name and the cards of a move."""
    return {"name": own.name(view, move, names), "faces": own.faces(view, move)}
