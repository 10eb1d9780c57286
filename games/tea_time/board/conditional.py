"""Texts of Tea Time's conditional moves, and the choices of the form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.contract import ConditionalTexts
from games.boards.fields import Form, chosen
from games.boards.language import gettext as _
from games.boards.scene import Scene
from games.boards.texts import change, names
from games.rules.conditional import ConditionalMove
from games.tea_time.board.cards import drawing_of, named
from games.tea_time.board.texts import consequence, move_of_form
from games.tea_time.rules import conditional

IFS = {
    "all": (
        gettext_lazy("Only if all of them are still there"),
        gettext_lazy("Take %(cards)s, but only if all of them are still there."),
    ),
    "left": (
        gettext_lazy("If some are gone, those that are left"),
        gettext_lazy("Take %(cards)s, or what is left of them."),
    ),
    "score": (
        gettext_lazy(
            "If some are gone, those that are left, unless my score changes worse by them than by all"
        ),
        gettext_lazy("Take %(cards)s, or what is left of them if the score changes no worse by it."),
    ),
}


class TeaTimeConditionalTexts(ConditionalTexts):
    DROPPED = {
        "new_round": gettext_lazy("a new round has begun"),
        "all_gone": gettext_lazy("none of those cards is there any more"),
        "some_gone": gettext_lazy("not all of those cards are there any more"),
        "apart": gettext_lazy("the cards that are left don't lie next to each other"),
        "scores_less": gettext_lazy("the cards that are left would score less than all of them"),
    }
    HELD = {
        "all": gettext_lazy("Your condition held: all of them were still there."),
        "left": gettext_lazy("As you had asked: those that were still there."),
        "score": gettext_lazy("Your condition held: your score changed no worse than by all of them."),
    }

    def sentence(self, given: ConditionalMove, seen: Mapping[str, Any]) -> str:
        cards = [
            _("%(card)s (row %(row)d, column %(column)d)")
            % {"card": named(drawing_of(card)), "row": row + 1, "column": column + 1}
            for (row, column), card in zip(given["cells"], seen["cards"], strict=True)
        ]
        return str(IFS[given["if"]][1]) % {"cards": names(cards)}

    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """Return the grid to choose from, with the effect of each possible take on the present board."""
        assert scene.viewer is not None
        view, seat, takes = scene.view, scene.viewer, {}
        for given, what in conditional.preview(view, seat):
            if given["if"] == "all":
                cells = " ".join(f"{row}-{column}" for row, column in given["cells"])
                gain = change(what["scores"][seat] - view["scores"][seat])
                takes[cells] = f"{consequence(what['takes'], what['cancelled'])}, {gain}"
        data = {
            "takes": takes,
            "encoded": json.dumps(takes, separators=(",", ":")),
            "most": max(len(cells.split()) for cells in takes),
            "grid": view["grid"],
            "ifs": [(value, str(label)) for value, (label, _sentence) in IFS.items()],
        }
        return "tea_time/conditional.jinja", data

    def conditional_move_of_form(self, form: Form) -> ConditionalMove:
        """Read `cell`, once for each card, as `row-column` from 0, and `if`."""
        condition, move = chosen(form, "if"), move_of_form(form)
        return {"type": "take", "cells": move["cells"], "if": condition}
