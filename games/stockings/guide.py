"""The race's guided first match, in which nobody hurries: a match, a fireplace on any stocking, and the other cards."""

from django.utils.translation import gettext_lazy as _

from games.rules.guide import Guide, Step

FLIP = {"type": "flip"}

GUIDE = Guide(
    seats=3,
    seed="f1a885fa8df1b2a441d40d34d6f52f427679f5893d66c75ef88835173ceedcdb",
    script=(
        Step(
            title=_("Get rid of your cards"),
            text=_(
                "Everybody plays at once, and whoever has no card left wins. You hold 8. While the guide speaks nobody "
                "hurries you: the others wait."
            ),
            points_at="#hand",
            sees={"hands": [8, 8, 8]},
        ),
        Step(
            title=_("Turn a card over"),
            text=_("You have the first flip. Press Flip to turn the first card of the deck over."),
            points_at="#acts [value=flip], #flip",
            move=FLIP,
            sees={"flipper": 0},
        ),
        Step(
            title=_("You have the same"),
            text=_(
                "Whoever lays the same stocking first gets rid of it. Press your stocking of this design: you hold 7 "
                "then, and the next flip is yours."
            ),
            points_at="#flip .newest, #hand [value=stocking-10]",
            move={"type": "slap", "flip": 1, "card": "stocking-10"},
            sees={"flip": 1},
            does={"verdict": "right", "wins": False},
            then={"hands": [7, 8, 8], "flipper": 0},
        ),
        Step(
            title=_("And again"),
            text=_("Turn the next card over."),
            points_at="#acts [value=flip], #flip",
            move=FLIP,
            sees={"flipper": 0, "may_flip": True},
        ),
        Step(
            title=_("The fireplace fits"),
            text=_(
                "You have no such stocking, but a special card goes on any. Press the fireplace: it costs everybody "
                "else a card, so they hold 9."
            ),
            points_at="#flip .newest, #hand [value=fireplace]",
            move={"type": "slap", "flip": 2, "card": "fireplace"},
            does={"verdict": "right", "effect": "fireplace"},
            then={"hands": [6, 9, 9]},
        ),
        Step(
            title=_("Not too fast"),
            text=_(
                "A card that doesn't fit comes back to you with another, and you are out until the next flip. Whoever "
                "has nothing that fits waits, or passes."
            ),
            points_at="#hand",
        ),
        Step(
            title=_("Santa and the elf"),
            text=_(
                "Lay Santa on a stocking and everybody may drop theirs of that design. Lay an elf and you swap your "
                "hand with somebody else's."
            ),
            points_at="#hand",
        ),
        Step(
            title=_("Ho! Ho! Ho!"),
            text=_(
                "With one card left a button appears: call before you lay it, or it comes back. The last "
                "card must be a "
                "stocking."
            ),
            points_at="#acts",
        ),
        Step(
            title=_("Now the clock runs"),
            text=_(
                "Press Flip, and the others race as well: the next card may be one of yours. The rest is in "
                "the rules, and this match counts nowhere."
            ),
            points_at="#acts [value=flip], #flip",
            move=FLIP,
        ),
    ),
)
