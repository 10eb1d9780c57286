"""Tea Time's guided first match: the first card that costs points, three on a line, a pair that cancels, and Alice."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rules.guide import Guide, Other, Step


def _take(*cells: tuple[int, int]) -> dict[str, Any]:
    return {"type": "take", "cells": [list(cell) for cell in cells]}


def _held(count: int, character: str) -> dict[str, Any]:
    return {"character": character, "face": "mirror", "count": count}


GUIDE = Guide(
    seats=2,
    seed="5ffc2189e53a601bf5a056733e05b0d12342c0ebddd641c287fe43e4b3849fe4",
    script=(
        Step(
            title=_("The grid"),
            text=_(
                "There are six characters, each in two kinds: as themselves and in a mirror. Collect "
                "many cards of only "
                "a few characters; the most points win."
            ),
            points_at="#grid",
        ),
        Step(
            title=_("Why you have points already"),
            text=_(
                "A character counts five points while you have no card of it, so everybody begins with "
                "30. You have 34, "
                "for you hold Alice."
            ),
            points_at="#mine",
            sees={"held": [[], []], "alice": 0, "scores": [34, 30]},
        ),
        Step(
            title=_("The first card"),
            text=_(
                "Take the cat at the top left. The first turn takes one card, and Alice goes into its "
                "place: for a while "
                "you go down to 26."
            ),
            points_at="#c-0-0",
            move=_take((0, 0)),
            sees={"limit": 1},
            does={"held": [_held(1, "cat")], "alice": None, "scores": [26, 30]},
        ),
        Other(1, _take((0, 3), (1, 3))),
        Step(
            title=_("A card and its mirror"),
            text=_(
                "Your neighbour took a cat and a cat in the mirror: the two cancelled each other and left the game. It "
                "cost nothing."
            ),
            points_at="#seat-1",
            sees={"held": [[_held(1, "cat")], []], "gone": {"cat": 1}, "scores": [26, 30]},
        ),
        Step(
            title=_("Three on a line"),
            text=_(
                "From now on you may take up to 3 cards that lie on one line. Take the diagonal with two more mirror "
                "cats."
            ),
            points_at="#c-0-2, #c-1-1, #c-2-0",
            move=_take((0, 2), (1, 1), (2, 0)),
            sees={"limit": 3},
            does={"cancelled": [], "held": [_held(1, "hatter"), _held(3, "cat")], "scores": [27, 30]},
        ),
        Other(1, _take((2, 1), (2, 2))),
        Step(
            title=_("Many of one kind"),
            text=_(
                "One card of a character counts one point, two cards three, three cards six, four ten, five or more "
                "fifteen. You hold 3 cats and 1 hatter."
            ),
            points_at="#mine",
            sees={"held": [[_held(1, "hatter"), _held(3, "cat")], []], "scores": [27, 30]},
        ),
        Step(
            title=_("Get rid of a card"),
            text=_(
                "Take Alice and the hatter below her. The hatter cancels yours, so that he counts five "
                "again, and Alice "
                "is worth four: you go to 35."
            ),
            points_at="#c-0-0, #c-1-0",
            move=_take((0, 0), (1, 0)),
            sees={"scores": [27, 30]},
            does={
                "cancelled": [{"character": "hatter", "pairs": 1}],
                "held": [_held(3, "cat")],
                "alice": 0,
                "scores": [35, 30],
            },
        ),
        Other(1, _take((1, 2))),
        Step(
            title=_("The next round"),
            text=_(
                "When the grid is empty a new one is laid, and whoever holds Alice begins. What you hold "
                "stays with you. "
                "There are 5 rounds."
            ),
            points_at="#grid",
            sees={"alice": 0, "rounds": 5, "round": 1},
        ),
        Step(
            title=_("Go on by yourself"),
            text=_("The rest is in the rules. Play this match to its end if you like; it counts nowhere."),
            points_at="#grid",
        ),
    ),
)
