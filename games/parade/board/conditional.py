"""Parade's conditional moves in words, and the form's choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards import texts
from games.boards.conditional import chosen
from games.boards.contract import ConditionalTexts
from games.boards.fragments import Fragment
from games.boards.fragments import gettext as _
from games.boards.scene import Scene
from games.parade.board.cards import card_name, in_a_sentence, mark
from games.parade.board.texts import consequence
from games.parade.rules import conditional
from games.parade.rules.rules import COLOUR
from games.rules.conditional import ConditionalMove

DROPPED = {
    "takes": gettext_lazy("the card would take something"),
    "takes_more": gettext_lazy("the card would take more than it would have taken before"),
    "parade_changed": gettext_lazy("somebody took cards of the parade"),
    "cards_taken": gettext_lazy("somebody took cards after you chose"),
}
# The label of the choice, and how it ends its sentence.
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


def sentence(given: ConditionalMove, seen: Mapping[str, Any]) -> str:
    if given["type"] == "play":
        return str(PLAY_IFS[given["if"]][1]) % {"card": in_a_sentence(given["card"])}
    cards = texts.names([in_a_sentence(card) for card in given["cards"]])
    return str(DISCARD_IFS[given["if"]][1]) % {"cards": cards}


def form(scene: Scene) -> Fragment:
    """The cards, or the pairs to discard, with what each would do on the present board."""
    assert scene.viewer is not None
    view, seat = scene.view, scene.viewer
    found = [(given, what) for given, what in conditional.preview(view, seat) if given["if"] == "always"]
    plays = conditional.next_turn(view, seat) == "play"
    options = [
        _option(given, what, what["scores"][seat] - view["scores"][seat], len(view["parade"]))
        for given, what in found
    ]
    ifs = PLAY_IFS if plays else DISCARD_IFS
    data = {
        "plays": plays,
        "options": options,
        "ifs": [{"value": each, "label": str(label)} for each, (label, _sentence) in ifs.items()],
    }
    return "parade/conditional.jinja", data


def _option(given: ConditionalMove, what: dict[str, Any], change: int, size: int) -> dict[str, Any]:
    cards = [given["card"]] if given["type"] == "play" else given["cards"]
    takes = consequence(given["card"], len(what["takes"])) if given["type"] == "play" else ""
    return {
        "value": " ".join(cards),
        "names": [{"mark": mark(COLOUR[card]), "name": card_name(card)} for card in cards],
        "words": _("now: %(words)s, %(change)s") % {"words": takes, "change": texts.change(change)}
        if takes
        else _("now: %(change)s") % {"change": texts.change(change)},
    }


def conditional_move_of_form(form: Mapping[str, Any]) -> ConditionalMove:
    """`card`, or `cards` (two, a space between them), and `if`."""
    condition = chosen(form, "if")
    if form.get("type") == "discard":
        return {"type": "discard", "cards": chosen(form, "cards").split(), "if": condition}
    return {"type": "play", "card": chosen(form, "card"), "if": condition}


class ParadeConditionalTexts(ConditionalTexts):
    DROPPED = DROPPED
    sentence = staticmethod(sentence)
    form = staticmethod(form)
    conditional_move_of_form = staticmethod(conditional_move_of_form)
