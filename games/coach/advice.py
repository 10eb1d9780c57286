"""The coach's answer at a table, in the words of the game. A game takes part by setting `GameBoard.COACH`.

The answer is made only of a seat's view and of the search's results (games/coach/analysis/advice.py), never of the
state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.boards.contract import CoachTexts, Found
from games.boards.elements import Elements
from games.boards.faces import bot_face
from games.boards.figures import percent, points, signed
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.boards.scene import Scene
from games.coach.analysis.review import lead
from games.play.bot_names import OF_LEVEL, READ_AS
from games.rules import core

STRONGEST = "hard"
# The others' results must differ by this many points to be mentioned.
TELLING = 0.5
REASONS = 4
# The longest bar, in hundredths of its row.
LONGEST = 100


def texts_of(game: str) -> CoachTexts | None:
    return board_of(game).COACH


def found_in(advice: dict[str, Any]) -> list[Found]:
    return [Found(each["move"], each["scores"], each["wins"]) for each in advice["moves"]]


def elements(scene: Scene) -> Elements:
    """Return the coach's panel with its button. The button is off while the seat waits."""
    if not scene.hints or not scene.current or scene.outcome or texts_of(scene.game) is None:
        return {}
    asks = scene.own and scene.viewer in scene.view["to_act"]
    # An answer stays when others move, so the key counts the seat's own moves only.
    mine = max([entry.number for entry in scene.entries if entry.seat == scene.viewer], default=0)
    return {"coach": ("coach", str(mine) if asks else "")}


def answer(game: str, view: core.View, advice: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the panel: the moves with their figures, best first, and the reasons."""
    own, candidates, you = texts_of(game), found_in(advice), int(view["you"])
    assert own is not None
    longest = max(1.0, *(abs(each.scores[you]) for each in candidates))
    rows = [
        _row(own, view, found=candidates, number=number, longest=longest) for number in range(len(candidates))
    ]
    sign = -1 if own.FEWEST else 1
    return {
        "face": bot_face(STRONGEST),
        "name": str(READ_AS[OF_LEVEL[STRONGEST]]),
        "best": rows[0],
        "rows": rows,
        "reasons": why(own, view, candidates, names),
        # The template must explain the order, because by points alone it would be another one.
        "by_wins": any(sign * _gap(each, candidates[0], you) > 0 for each in candidates),
    }


def _gap(one: Found, other: Found, seat: int) -> float:
    """Return the difference of the two results, rounded as they are shown, so that the numbers add up."""
    return round(one.scores[seat], 1) - round(other.scores[seat], 1)


def why(own: CoachTexts, view: core.View, found: Sequence[Found], names: Sequence[str]) -> list[str]:
    """Return the reasons for the first of these moves over the second."""
    if len(found) < 2:
        return [_("It is the only move.")]
    best, other = found[:2]
    figures = [
        *others_gain(own, view, best=best, other=other, names=names),
        *you_gain(own, view, best, other),
    ]
    reasons = [text for text in own.reasons(view, best, other, names) if text][: REASONS - len(figures)]
    as_good = _("“%(other)s” is found as good.") % {"other": own.name(view, other.move)}
    return [_capital(text) for text in reasons + (figures or [as_good])]


def _capital(sentence: str) -> str:
    """Return the sentence with its first letter in upper case, even if it begins with a quotation mark."""
    return re.sub(r"\w", lambda letter: letter[0].upper(), sentence, count=1)


def _row(
    own: CoachTexts, view: core.View, found: Sequence[Found], number: int, longest: float
) -> dict[str, Any]:
    you, each, best = int(view["you"]), found[number], found[0]
    score, behind = each.scores[you], _gap(each, best, you)
    return pictured(own, view, each.move) | {
        "number": number + 1,
        "places": " ".join(own.places(view, each.move)),
        "score": points(score),
        "behind": signed(behind) if each is not best else "",
        "wins": percent(each.wins[you]),
        "bar": round(LONGEST * abs(score) / longest),
        "best": each is best,
    }


def pictured(own: CoachTexts, view: core.View, move: core.Move) -> dict[str, Any]:
    """Return the name and the cards of a move."""
    return {"name": own.name(view, move), "faces": own.faces(view, move)}


def others_gain(
    own: CoachTexts, view: core.View, best: Found, other: Found, names: Sequence[str]
) -> Iterable[str]:
    """Yield by how much the others end worse after the first move than after the second. Names at most the two players
    with the largest differences."""
    you = int(view["you"])
    sign = 1 if own.FEWEST else -1
    worse = [
        (sign * (best.scores[seat] - other.scores[seat]), seat) for seat in range(len(names)) if seat != you
    ]
    changes = [
        (names[seat], points(more)) for more, seat in sorted(worse, reverse=True)[:2] if more >= TELLING
    ]
    values = {"other": own.name(view, other.move)}
    if changes:
        values |= {
            "name": changes[0][0],
            "points": changes[0][1],
            "second": changes[-1][0],
            "more": changes[-1][1],
        }
        yield _worse(own.FEWEST, len(changes)) % values


def _worse(fewest: bool, number: int) -> str:
    if number == 1:
        return (
            _("On average %(name)s ends %(points)s points higher than after “%(other)s”.")
            if fewest
            else _("On average %(name)s ends %(points)s points lower than after “%(other)s”.")
        )
    return (
        _("On average %(name)s ends %(points)s points higher than after “%(other)s”, %(second)s %(more)s.")
        if fewest
        else _(
            "On average %(name)s ends %(points)s points lower than after “%(other)s”, %(second)s %(more)s."
        )
    )


def you_gain(own: CoachTexts, view: core.View, best: Found, other: Found) -> Iterable[str]:
    """Yield what the seat gains: its chance to win, or its points if the chances look the same. Yields nothing if
    neither differs."""
    you, name = int(view["you"]), own.name(view, other.move)
    further = lead(best.scores, you, own.FEWEST) - lead(other.scores, you, own.FEWEST)
    chances = percent(best.wins[you]), percent(other.wins[you])
    if chances[0] != chances[1]:
        text = _("You win %(one)s of the matches tried from here, after “%(other)s” %(two)s.")
        yield text % {"one": chances[0], "two": chances[1], "other": name}
    elif _gap(best, other, you) * (-1 if own.FEWEST else 1) > 0:
        text = _("You end with %(one)s points on average, after “%(other)s” with %(two)s.")
        yield text % {"one": points(best.scores[you]), "two": points(other.scores[you]), "other": name}
    elif round(further, 1) > 0:
        text = _("Against the others' average you end %(points)s points better than after “%(other)s”.")
        yield text % {"points": points(further), "other": name}
