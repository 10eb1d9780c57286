"""Wonderland's standing orders in words, and the form's choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.orders import chosen, number
from games.boards.parts import Part
from games.boards.parts import gettext as _
from games.boards.scene import Scene
from games.boards.wonderland.asking import risk, would
from games.boards.wonderland.cards import card_name, mark
from games.rules.orders import Order
from games.rules.wonderland import orders
from games.rules.wonderland.state import KINDS

DROPPED = {
    "too_risky": gettext_lazy("the chance of a collapse was greater than you dared"),
    "empty_pile": gettext_lazy("the pile has run empty"),
    "not_in_notebook": gettext_lazy("you don't have that card any more"),
}
THENS = {
    "wait": gettext_lazy("Then wait for me"),
    "stop": gettext_lazy("Then use the power that a bot would use, and stop"),
}


def sentence(order: Order, seen: Mapping[str, Any]) -> str:
    said = {"pile": order["pile"] + 1, "card": card_name(order["card"]), "most": order["most"]}
    if order["most"] == 100:
        text = _("Lay %(card)s on pile %(pile)d and explore there, whatever the risk.")
    else:
        text = _(
            "Lay %(card)s on pile %(pile)d and explore there, if the chance of a collapse is at most %(most)d %%."
        )
    return f"{text % said} {THENS[order['then']]}."


def form(scene: Scene) -> Part:
    """The piles with what exploring each would bring on the present board, the cards, the risk, and what then."""
    assert scene.viewer is not None
    piles: dict[int, dict[str, Any]] = {}
    for order, what in orders.preview(scene.view, scene.viewer):
        piles.setdefault(order["pile"], what)
    notebook = scene.view["notebooks"][scene.viewer]
    data = {
        "piles": [
            {
                "value": str(pile),
                "number": str(pile + 1),
                "risk": risk(what["chance"]).percent,
                "words": would(pile, what | {"puts_key": False}),
            }
            for pile, what in piles.items()
        ],
        "cards": [
            {"value": kind, "mark": mark(kind), "name": card_name(kind), "count": str(notebook.count(kind))}
            for kind in KINDS
            if kind in notebook
        ],
        "dares": [{"value": str(most), "label": _dare(most)} for most in orders.DARES],
        "thens": [{"value": each, "label": str(label)} for each, label in THENS.items()],
    }
    return "games/boards/wonderland/order.jinja", data


def _dare(most: int) -> str:
    if most == 100:
        return _("any risk")
    return _("at most %(most)d %%") % {"most": most} if most else _("no risk at all")


def forms_order(form: Mapping[str, Any]) -> Order:
    """`pile`, `card`, `most` (percent) and `then`."""
    return {
        "type": "explore",
        "pile": number(chosen(form, "pile")),
        "card": chosen(form, "card"),
        "most": number(chosen(form, "most")),
        "then": chosen(form, "then"),
    }
