"""Parade's guided first match: a card that takes nothing, one that takes two, and one that costs a rival more."""

from django.utils.translation import gettext_lazy as _

from games.rules.guide import Guide, Other, Step


def _play(card: str) -> dict[str, str]:
    return {"type": "play", "card": card}


GUIDE = Guide(
    seats=3,
    seed="2ae3b0f9ba4e83c9911c99c5762fc105c84e048b462494611843d0dd1258bbee",
    script=(
        Step(
            title=_("The parade"),
            text=_("Six cards walk in the parade. Take as little as you can from it: the fewest points win."),
            points_at="#parade",
            sees={"parade": ["orange-10", "grey-7", "blue-9", "grey-1", "grey-6", "orange-6"]},
        ),
        Step(
            title=_("What a card would cost"),
            text=_(
                "These five cards are yours alone. Choose one to see what it would take, before you play it."
            ),
            points_at="#hand",
            sees={"hand": ["grey-9", "blue-7", "orange-4", "grey-5", "green-9"]},
        ),
        Step(
            title=_("A high card reaches few"),
            text=_(
                "Play your green 9. The last 9 cards of the parade are safe from it, and there are fewer than that: so "
                "it takes nothing."
            ),
            points_at="#h-green-9",
            move=_play("green-9"),
            does={"takes": [], "reach": 0, "scores": [0, 0, 0]},
        ),
        Other(1, _play("red-8")),
        Other(2, _play("red-7")),
        Step(
            title=_("The parade grows"),
            text=_("You have drawn a card. Of nine cards in the parade more and more are within reach."),
            points_at="#parade",
            sees={
                "parade": [
                    "orange-10",
                    "grey-7",
                    "blue-9",
                    "grey-1",
                    "grey-6",
                    "orange-6",
                    "green-9",
                    "red-8",
                    "red-7",
                ]
            },
        ),
        Step(
            title=_("Why these two?"),
            text=_(
                "Play your orange 4. The last 4 cards are safe from it; of the 5 before them, oranges "
                "and cards of 4 or "
                "less come to you."
            ),
            points_at="#p-orange-10 .card, #p-grey-1 .card, #h-orange-4",
            move=_play("orange-4"),
            does={"takes": ["orange-10", "grey-1"], "reach": 5, "scores": [2, 0, 0]},
            then={"before": [["orange-10", "grey-1"], [], []]},
        ),
        Other(1, _play("orange-7")),
        Other(2, _play("orange-3")),
        Step(
            title=_("Your 10 counts one point"),
            text=_(
                "A crown is for the most cards of a colour: each of them counts one point only. You share two crowns, "
                "so you have 2 points."
            ),
            points_at="#mine",
            sees={
                "scores": [2, 1, 1],
                "before": [["orange-10", "grey-1"], ["grey-7"], ["orange-6"]],
            },
        ),
        Step(
            title=_("Take a crown away"),
            text=_(
                "Play your grey 5: you take the grey 6 and have the most greys. You go to 3 points, but the grey 7 of "
                "your neighbour counts in full then: 7."
            ),
            points_at="#p-grey-6 .card, #h-grey-5, #seat-1",
            move=_play("grey-5"),
            sees={"before": [["orange-10", "grey-1"], ["grey-7"], ["orange-6"]]},
            does={"takes": ["grey-6"], "scores": [3, 7, 1]},
        ),
        Other(1, _play("blue-8")),
        Other(2, _play("purple-9")),
        Step(
            title=_("How it ends"),
            text=_(
                "The last round comes when the pile is empty or somebody has all six colours. Everybody plays once "
                "more and draws nothing."
            ),
            points_at="#pile, #mine",
            sees={"left": None, "phase": "play"},
        ),
        Step(
            title=_("And then"),
            text=_(
                "Of your last four cards you discard two. The two that you keep join the cards that you took, and they "
                "count, too."
            ),
            points_at="#hand",
        ),
        Step(
            title=_("Go on by yourself"),
            text=_("The rest is in the rules. Play this match to its end if you like; it counts nowhere."),
            points_at="#hand",
        ),
    ),
)
