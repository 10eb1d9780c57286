"""Tea Time's puzzles: their questions and themes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from games.boards import texts
from games.boards.contract import PuzzleTexts
from games.boards.language import gettext
from games.rules import core
from games.tea_time.rules.rules import ALICE, MOST
from games.tea_time.rules.search import run_cells
from games.tea_time.rules.view import preview


class TeaTimePuzzles(PuzzleTexts):
    THEMES = {
        "mirror": _("a mirror that cancels"),
        "none": _("back to none"),
        "fifth": _("the fifth card"),
        "alice": _("Alice"),
        "fewer": _("fewer cards"),
        "later": _("points later"),
        "now": _("points at once"),
        "last": _("the last round"),
    }

    def question(self, view: core.View) -> str:
        return gettext("Which cards are best in the end?")

    def situation(self, view: core.View) -> str:
        text = gettext("%(seats)d seats. You have %(points)s, and it is round %(round)d of %(rounds)d.")
        points = texts.whole_points(view["scores"][view["you"]])
        return text % {**view, "seats": len(view["scores"]), "points": points}

    def themes(self, view: core.View, best: core.Move) -> Iterator[str]:
        you = view["you"]
        after = {run_cells(move): what for move, what in preview(view, you)}
        what = after[run_cells(best)]
        before = {stack["character"]: stack["count"] for stack in view["held"][you]}
        then = {stack["character"]: stack["count"] for stack in what["held"]}
        if what["cancelled"]:
            yield "mirror"
        if any(character not in then for character in before):
            yield "none"
        if any(count >= MOST > before.get(character, 0) for character, count in then.items()):
            yield "fifth"
        if any(card == ALICE for card in what["takes"]):
            yield "alice"
        most = max(len(consequence["takes"]) for consequence in after.values())
        if len(what["takes"]) < most:
            yield "fewer"
        if what["scores"][you] < max(consequence["scores"][you] for consequence in after.values()):
            yield "later"
        else:
            yield "now"
        if view["round"] == view["rounds"]:
            yield "last"
