"""Wonderland's guided first match: a safe exploration, a dangerous one, what is saved by stopping, and a collapse."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rules.guide import Guide, Other, Step


def _explore(pile: int, card: str) -> dict[str, Any]:
    return {"type": "explore", "pile": pile, "card": card}


GUIDE = Guide(
    seats=2,
    seed="0ab3117941bb23602117af5b6cedac62cef98ef1baeb69f1d1b0dec7bc788ccb",
    script=(
        Step(
            title=_("The notebook"),
            text=_(
                "What stands in your notebook is safe, and it alone scores; the most points win. A set of all five "
                "characters is worth the most."
            ),
            points_at="#hand, #mine .safe",
            sees={"notebooks": [["queen", "alice", "cat"], ["queen", "queen", "cat"]]},
        ),
        Step(
            title=_("Five piles and a key"),
            text=_(
                "You explore a pile by laying a card of yours on it, and you take the top cards of its two neighbours. "
                "Each new pile costs a key; you hold 2."
            ),
            points_at="#ring .ring",
            sees={"keys": {"hand": 2}, "explorable": [0, 1, 2, 3, 4]},
        ),
        Step(
            title=_("Nothing can go wrong yet"),
            text=_(
                "Lay your queen on pile 2 and explore. Three alike make a tunnel collapse, and two cards can't be "
                "three: the chance is 0."
            ),
            points_at="#n-queen, #pile-1",
            move=_explore(1, "queen"),
            does={"piles": [0, 2], "chance": 0.0, "puts_key": True},
            then={"taken": ["queen", "alice"]},
        ),
        Step(
            title=_("A power of one of the two"),
            text=_(
                "You found a queen and an Alice, and one of them helps you. Choose Alice: she brings you another key."
            ),
            points_at="#hand, #tunnel-0",
            move={"type": "power", "card": "alice"},
            sees={"taken": ["queen", "alice"], "keys": {"hand": 1}},
            does={"keys": 2},
        ),
        Step(
            title=_("Stop or go on"),
            text=_(
                "You might stop and write both down. Go on instead: lay Alice on pile 2 again, its key stands there "
                "already. The chance of a collapse is 14%."
            ),
            points_at="#n-alice, #pile-1",
            move=_explore(1, "alice"),
            does={"puts_key": False, "chance": 0.1384180790960452},
            then={"taken": ["rabbit", "hatter"]},
        ),
        Step(
            title=_("The rabbit digs"),
            text=_(
                "Use the rabbit on pile 1: its first card joins your tunnel. All your four cards differ, "
                "so nothing can "
                "be there three times: the chance is 0."
            ),
            points_at="#hand, #pile-0",
            move={"type": "power", "card": "rabbit", "pile": 0},
            sees={"taken": ["rabbit", "hatter"], "powers": {"rabbit": ["rabbit"]}},
            does={"chance": 0.0},
            then={"explorable": [0, 1, 2, 3, 4]},
        ),
        Step(
            title=_("Time to stop"),
            text=_(
                "That was a crowd: it shows all five at once, so a second of anybody would be dangerous "
                "now. Stop: your "
                "notebook is worth 20 then."
            ),
            points_at="#tunnel-0, #hand .act",
            move={"type": "stop"},
            does={"score": 20, "unseen": 0},
            then={"scores": [20, 3]},
        ),
        Other(1, _explore(4, "queen")),
        Other(1, {"type": "power", "card": "cat", "pile": 1}),
        Other(1, _explore(3, "cat")),
        Step(
            title=_("A collapse"),
            text=_(
                "Your neighbour has gone on too long: three queens. All cards of the tunnel were lost, and the "
                "notebook was filled up to three cards again."
            ),
            points_at="#seat-1 > header, #seat-1 .book-n, #ring .fallen",
            sees={
                "notebooks": [
                    ["cat", "queen", "alice", "rabbit", "hatter", "everyone"],
                    ["queen", "queen", "queen"],
                ],
                "tunnels": [[], []],
            },
        ),
        Step(
            title=_("How it ends"),
            text=_(
                "With two players the match ends when one pile is empty, with three or four when two are. Look at how "
                "many cards are left below each. Ties share the rank."
            ),
            points_at="#ring .ring",
        ),
        Step(
            title=_("Go on by yourself"),
            text=_("The rest is in the rules. Play this match to its end if you like; it counts nowhere."),
            points_at="#hand",
        ),
    ),
)
