"""Parade's standing orders in words, and the form's choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards import words
from games.boards.orders import chosen
from games.boards.parade.cards import card_name, in_a_sentence, mark
from games.boards.parade.words import consequence
from games.boards.parts import Part
from games.boards.parts import gettext as _
from games.boards.scene import Scene
from games.rules.orders import Order
from games.rules.parade import orders
from games.rules.parade.rules import COLOUR

DROPPED = {
    "takes": gettext_lazy("the card would take something"),
    "takes_more": gettext_lazy("the card would take more than it would have taken before"),
    "parade_changed": gettext_lazy("somebody took cards of the parade"),
    "cards_taken": gettext_lazy("somebody took cards after you chose"),
}
# The label of the choice, and how it ends the order's sentence.
PLAY_IFS = {
    "always": (gettext_lazy("Whatever happens"), gettext_lazy("Play %(card)s, whatever happens.")),
    "nothing": (
        gettext_lazy("Only if it takes nothing"),
        gettext_lazy("Play %(card)s, but only if it takes nothing."),
    ),
    "no_more": (
        gettext_lazy("Only if it takes no card that it would not take now"),
        gettext_lazy("Play %(card)s, but only if it takes no card that it would not have taken before."),
    ),
    "expected": (
        gettext_lazy(
            "Only if the parade is as I expect it: all its cards are still there, others joined behind"
        ),
        gettext_lazy("Play %(card)s, but only if all the cards of the parade are still there."),
    ),
}
DISCARD_IFS = {
    "always": (gettext_lazy("Whatever happens"), gettext_lazy("Discard %(cards)s, whatever happens.")),
    "untouched": (
        gettext_lazy("Only if nobody takes a card until then"),
        gettext_lazy("Discard %(cards)s, but only if nobody takes a card until then."),
    ),
}


def sentence(order: Order, seen: Mapping[str, Any]) -> str:
    if order["type"] == "play":
        return str(PLAY_IFS[order["if"]][1]) % {"card": in_a_sentence(order["card"])}
    cards = words.names([in_a_sentence(card) for card in order["cards"]])
    return str(DISCARD_IFS[order["if"]][1]) % {"cards": cards}


def form(scene: Scene) -> Part:
    """The cards, or the pairs to discard, with what each would do on the present board."""
    assert scene.viewer is not None
    view, seat = scene.view, scene.viewer
    found = [(order, what) for order, what in orders.preview(view, seat) if order["if"] == "always"]
    plays = orders.next_turn(view, seat) == "play"
    options = [
        _option(order, what, what["scores"][seat] - view["scores"][seat], len(view["parade"]))
        for order, what in found
    ]
    ifs = PLAY_IFS if plays else DISCARD_IFS
    data = {
        "plays": plays,
        "options": options,
        "ifs": [{"value": each, "label": str(label)} for each, (label, _sentence) in ifs.items()],
    }
    return "games/boards/parade/order.jinja", data


def _option(order: Order, what: dict[str, Any], change: int, size: int) -> dict[str, Any]:
    cards = [order["card"]] if order["type"] == "play" else order["cards"]
    takes = consequence(order["card"], len(what["takes"])) if order["type"] == "play" else ""
    return {
        "value": " ".join(cards),
        "names": [{"mark": mark(COLOUR[card]), "name": card_name(card)} for card in cards],
        "words": _("now: %(words)s, %(change)s") % {"words": takes, "change": words.change(change)}
        if takes
        else _("now: %(change)s") % {"change": words.change(change)},
    }


def forms_order(form: Mapping[str, Any]) -> Order:
    """`card`, or `cards` (two, a space between them), and `if`."""
    condition = chosen(form, "if")
    if form.get("type") == "discard":
        return {"type": "discard", "cards": chosen(form, "cards").split(), "if": condition}
    return {"type": "play", "card": chosen(form, "card"), "if": condition}
