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
from games.wonderland.board.asking import exploration, exploration_text
from games.wonderland.board.cards import card_name, in_a_list, mark
from games.wonderland.rules import conditional
from games.wonderland.rules.state import KINDS

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
        notebook = scene.view["notebooks"][scene.viewer]
        data = {
            "piles": [
                (pile, explore.risk.percent, exploration_text(pile, explore))
                for pile, explore in piles.items()
            ],
            "cards": [
                (kind, mark(kind), card_name(kind), notebook.count(kind))
                for kind in KINDS
                if kind in notebook
            ],
            "dares": [(most, _dare(most)) for most in conditional.DARES],
            "thens": [(value, str(label)) for value, label in THENS.items()],
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


def _dare(most: int) -> str:
    if most == 100:
        return _("any risk")
    return _("at most %(most)d%%") % {"most": most} if most else _("no risk at all")
