"""Parade's puzzles: their questions and themes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.boards import texts
from games.boards.contract import PuzzleTexts
from games.boards.language import gettext
from games.parade.rules.rules import COLOUR, VALUE, column_with, count
from games.parade.rules.view import preview
from games.rules import core

# So many cards are many for one turn.
MANY = 4


class ParadePuzzles(PuzzleTexts):
    THEMES = {
        "majority": _("a majority won"),
        "turned": _("a majority turned"),
        "zero": _("a zero in time"),
        "pay": _("pay now"),
        "cheap": _("the cheapest take"),
        "many": _("a big take"),
        "nothing": _("take nothing"),
        "last": pgettext_lazy("Parade", "the last round"),
        "discard": _("the last two cards"),
    }

    def question(self, view: core.View) -> str:
        if view["phase"] == "discard":
            return gettext("Which two cards do you discard?")
        return gettext("Which card is best in the end?")

    def situation(self, view: core.View) -> str:
        text = gettext("%(seats)d seats. You have %(points)s; %(cards)s in the pile.")
        if view["left"] is not None or view["phase"] == "discard":
            text = gettext("%(seats)d seats. You have %(points)s, and it is the last round.")
        points = texts.whole_points(view["scores"][view["you"]])
        return text % {
            "seats": len(view["scores"]),
            "points": points,
            "cards": texts.cards(view["deck"]),
        }

    def themes(self, view: core.View, best: core.Move) -> Iterator[str]:
        you = view["you"]
        after = {str(move): what for move, what in preview(view, you)}
        what, now = after[str(best)], view["scores"]
        if any(then > now[seat] for seat, then in enumerate(what["scores"]) if seat != you):
            yield "turned"
        if best["type"] == "discard":
            yield "discard"
            return
        takes = what["takes"]
        if _is_won(view, takes):
            yield "majority"
        if VALUE[best["card"]] == 0:
            yield "zero"
        if what["scores"][you] > min(consequence["scores"][you] for consequence in after.values()):
            yield "pay"
        elif takes:
            yield "cheap"
        if len(takes) >= MANY:
            yield "many"
        if not takes:
            yield "nothing"
        if view["left"] is not None:
            yield "last"


def _is_won(view: core.View, takes: list[str]) -> bool:
    """Return True if the cards give the seat a majority that it does not have."""
    you, columns = view["you"], count(view["before"])
    new = {COLOUR[card] for card in takes} - set(view["majorities"][you])
    return any(column_with(columns, you, colour, takes)[1] for colour in new)
