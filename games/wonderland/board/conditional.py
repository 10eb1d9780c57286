"""Texts of Wonderland's conditional moves, and the choices of the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.contract import ConditionalTexts
from games.boards.fields import Form, chosen, number
from games.boards.language import gettext as _
from games.boards.scene import Entry, Scene
from games.rules.conditional import ConditionalMove
from games.wonderland.board.asking import exploration
from games.wonderland.board.cards import in_a_list
from games.wonderland.rules import conditional

THENS = {
    "wait": gettext_lazy("Then I choose the power myself"),
    "stop": gettext_lazy("Then use the power that a bot would use, and stop"),
}


class WonderlandConditionalTexts(ConditionalTexts):
    DROPPED = {
        "too_risky": gettext_lazy("the chance of a collapse was greater than you dared"),
        "empty_pile": gettext_lazy("the pile has run empty"),
        "not_in_notebook": gettext_lazy("you don't have that card any more"),
    }

    def sentence(self, given: ConditionalMove, seen: Mapping[str, Any]) -> str:
        values = {"pile": given["pile"] + 1, "card": in_a_list(given["card"]), "most": given["most"]}
        if given["most"] == 100:
            text = _("Lay %(card)s on pile %(pile)d and explore there, whatever the risk.")
        else:
            text = _(
                "Lay %(card)s on pile %(pile)d and explore there, if the chance of a collapse is at most %(most)d%%."
            )
        return f"{text % values} {THENS[given['then']]}."

    def held(self, condition: str, entry: Entry) -> str:
        """Return the text for the exploration. The moves after it have no condition."""
        if entry.move["type"] != "explore" or condition in ("", "100"):
            return ""
        text = _("Your condition held: the chance of a collapse was at most %(most)d%%.")
        return text % {"most": int(condition)}

    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """Return the piles with the effect of exploring each on the present board, the cards, the risk, and what to do
        next."""
        assert scene.viewer is not None
        # Each exploration of a turn's beginning costs a key, so that this isn't told.
        piles = {
            given["pile"]: exploration(what)._replace(puts_key=False)
            for given, what in conditional.preview(scene.view, scene.viewer)
        }
        data = {
            "piles": piles,
            "notebook": scene.view["notebooks"][scene.viewer],
            "dares": conditional.DARES,
            "thens": THENS.items(),
        }
        return "wonderland/conditional.jinja", data

    def conditional_move_of_form(self, form: Form) -> ConditionalMove:
        """Read `pile`, `card`, `most` (percent) and `then`."""
        return {
            "type": "explore",
            "pile": number(chosen(form, "pile")),
            "card": chosen(form, "card"),
            "most": number(chosen(form, "most")),
            "then": chosen(form, "then"),
        }
