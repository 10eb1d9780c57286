"""What the coach says at a table, in words that belong to the game: a game joins in by `GameBoard.COACH`.

Everything is made of a seat's view and of what the search found on it (games/coach/analysis/advice.py), never of the
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
# Points by which the others must differ for a word about it, and shares of the win.
TELLING = 0.5
REASONS = 4
# Of a bar, in hundredths of its row.
LONGEST = 100


def texts_of(game: str) -> CoachTexts | None:
    return board_of(game).COACH


def found_in(advice: dict[str, Any]) -> list[Found]:
    return [Found(each["move"], each["scores"], each["wins"]) for each in advice["moves"]]


def elements(scene: Scene) -> Elements:
    """The panel that asks; while the seat waits there is nothing to ask."""
    if not scene.hints or not scene.current or scene.outcome or texts_of(scene.game) is None:
        return {}
    asks = scene.own and scene.viewer in scene.view["to_act"]
    # What the others do meanwhile takes no answer away.
    mine = max([entry.number for entry in scene.entries if entry.seat == scene.viewer], default=0)
    return {"coach": ("coach", str(mine) if asks else "")}


def answer(game: str, view: core.View, advice: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What the panel shows: the moves with their figures, the best one first, and why."""
    own, found, you = texts_of(game), found_in(advice), int(view["you"])
    assert own is not None
    longest = max(1.0, *(abs(each.scores[you]) for each in found))
    rows = [_row(own, view, found=found, number=number, longest=longest) for number in range(len(found))]
    sign = -1 if own.FEWEST else 1
    return {
        "face": bot_face(STRONGEST),
        "name": str(READ_AS[OF_LEVEL[STRONGEST]]),
        "best": rows[0],
        "rows": rows,
        "reasons": why(own, view, found, names),
        # Then the order must be explained: points alone would make another.
        "by_wins": any(sign * _gap(each, found[0], you) > 0 for each in found),
    }


def _gap(one: Found, other: Found, seat: int) -> float:
    """Between the points that are shown of both, so that it adds up."""
    return round(one.scores[seat], 1) - round(other.scores[seat], 1)


def why(own: CoachTexts, view: core.View, found: Sequence[Found], names: Sequence[str]) -> list[str]:
    """The first of these moves against the second."""
    if len(found) < 2:
        return [_("It is the only move.")]
    best, other = found[:2]
    figures = [
        *others_gain(own, view, best=best, other=other, names=names),
        *you_gain(own, view, best, other),
    ]
    said = [text for text in own.reasons(view, best, other, names) if text][: REASONS - len(figures)]
    as_good = _("“%(other)s” is found as good.") % {"other": own.name(view, other.move)}
    return [_capital(text) for text in said + (figures or [as_good])]


def _capital(sentence: str) -> str:
    """A sentence may begin with a card's name, in quotation marks or not."""
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
    """A move's name and its cards."""
    return {"name": own.name(view, move), "faces": own.faces(view, move)}


def others_gain(
    own: CoachTexts, view: core.View, best: Found, other: Found, names: Sequence[str]
) -> Iterable[str]:
    """How much worse those end who suffer most after the one move than after the other, two at most, as the search
    found."""
    you = int(view["you"])
    sign = 1 if own.FEWEST else -1
    worse = [
        (sign * (best.scores[seat] - other.scores[seat]), seat) for seat in range(len(names)) if seat != you
    ]
    told = [(names[seat], points(more)) for more, seat in sorted(worse, reverse=True)[:2] if more >= TELLING]
    said = {"other": own.name(view, other.move)}
    if told:
        said |= {"name": told[0][0], "points": told[0][1], "second": told[-1][0], "more": told[-1][1]}
        yield _worse(own.FEWEST, len(told)) % said


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
    """What the seat itself has of it, as the search found: chance, or points where the chance is the same; nothing if
    that can't be told from what the other brings."""
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
