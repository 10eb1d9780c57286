"""Wonderland's puzzles: their questions and themes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from games.boards import texts
from games.boards.contract import PuzzleTexts
from games.boards.language import gettext
from games.rules import core
from games.wonderland.rules.odds import Odds
from games.wonderland.rules.state import CHARACTERS, EVERYONE, HELD
from games.wonderland.rules.view import consequence, known

# A collapse that is at least as likely is a risk.
RISK = 0.25


class WonderlandPuzzles(PuzzleTexts):
    THEMES = {
        "stop": _("stop in time"),
        "dare": _("go on"),
        "risk": _("stop or collapse"),
        "first": _("the first card"),
        "queen": _("the queen covers"),
        "second": _("the second queen"),
        "hatter": _("a card for a rival"),
        "rabbit": _("the rabbit digs"),
        "cat": _("the cat looks"),
        "key": _("another key"),
        "everyone": _("all five at once"),
        "set": _("a set of five"),
    }

    def question(self, view: core.View) -> str:
        if view["phase"] == "power":
            return gettext("Which power do you use?")
        if view["phase"] == "choice":
            return gettext("Stop, or go on: where?")
        return gettext("Which card do you lay, and where?")

    def situation(self, view: core.View) -> str:
        text = gettext("%(seats)d seats. You have %(points)s; %(cards)s in the piles.")
        points = texts.whole_points(view["scores"][view["you"]])
        left = sum(pile["down"] + len(pile["up"]) for pile in view["piles"])
        return text % {"seats": view["seats"], "points": points, "cards": texts.cards(left)}

    def themes(self, view: core.View, best: core.Move) -> Iterator[str]:
        table, you = known(view), view["you"]
        if best["type"] == "power":
            character = str(best.get("as", best["card"]))
            yield "key" if character == "alice" else character
            if character == "queen" and any(entry["covered"] for entry in view["tunnels"][you]):
                yield "second"
        elif best["type"] == "stop":
            yield "stop"
        elif view["phase"] == "choice":
            yield "dare"
        elif view["keys"]["hand"] == HELD:
            yield "first"
        if "card" in best and best["card"] == EVERYONE:
            yield "everyone"
        chance = consequence(table, Odds(table, you), best).get("chance", 0.0)
        if "seat" not in best and chance >= RISK:
            yield "risk"
        cards = [entry["card"] for entry in view["tunnels"][you]]
        if best["type"] != "power" and set(CHARACTERS) <= {*view["notebooks"][you], *cards}:
            yield "set"
