"""The texts of an exercise: the choices in a position, what a choice costs against the best one, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.boards import figures
from games.coach import advice
from games.coach.advice import texts_of
from games.coach.analysis import review
from games.coach.analysis.review import NOTHING, Part
from games.coach.position import position
from games.rules import core


def choices(game: str, view: core.View, names: Sequence[str]) -> list[tuple[str, core.Move]]:
    """Return the seat's moves with their names. Of moves with the same name only the first is offered."""
    own, rules = texts_of(game), core.game(game)
    assert own is not None
    by_name: dict[str, core.Move] = {}
    for move, _what in rules.preview(view, int(view["you"])):
        by_name.setdefault(own.name(view, move, names), move)
    return list(by_name.items())


def shown(game: str, view: core.View, names: Sequence[str]) -> dict[str, Any]:
    """Return the position as a small picture, and the choices."""
    own = texts_of(game)
    assert own is not None
    moves = [
        advice.pictured(own, view, move, names) | {"places": " ".join(own.places(view, move))}
        for _name, move in choices(game, view, names)
    ]
    return {"position": position(own, view, names), "choices": moves}


def answer(
    game: str, view: core.View, part: Part, chosen: Part, names: Sequence[str], *, tells: bool
) -> dict[str, Any]:
    """Return the cost of the choice against the best move.

    `part` comes from the review, and `chosen` is the comparison for this choice. The best move is shown only if
    `tells` is true or it was chosen.
    """
    own = texts_of(game)
    assert own is not None
    best, mine = (advice.found_of(each) for each in (chosen["best"], chosen["played"]))
    points, chance = review.given_away(chosen, own.FEWEST)
    right = chosen["cost"] < NOTHING
    return {
        "right": right,
        "tells": tells,
        "best": own.name(view, best.move, names) if tells else "",
        "mine": own.name(view, mine.move, names),
        "played": own.name(view, part["played"]["move"], names),
        "points": figures.points(points) if points >= 0.05 else "",
        "chance": figures.percent(chance) if chance >= 0.005 else "",
        "position": position(
            own,
            view,
            names=names,
            better=best.move if tells or right else None,
            played=None if right else mine.move,
        ),
        "reasons": advice.why(own, view, [best, mine], names) if tells else [],
    }
