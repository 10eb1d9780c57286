"""Texts of Parade's conditional moves, and the choices of the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.boards.contract import ConditionalTexts
from games.boards.fields import Form, chosen
from games.boards.scene import Scene
from games.parade.board.cards import in_a_sentence, listed
from games.parade.board.keys import choice
from games.parade.rules import conditional
from games.parade.rules.rules import count
from games.rules.conditional import ConditionalMove

# The label of each choice, and the end of its sentence.
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


class ParadeConditionalTexts(ConditionalTexts):
    DROPPED = {
        "takes": gettext_lazy("the card would take something"),
        "takes_more": gettext_lazy("the card would take more than it would have taken before"),
        "parade_changed": gettext_lazy("somebody took cards of the parade"),
        "cards_taken": gettext_lazy("somebody took cards after you chose"),
    }
    HELD = {
        "nothing": gettext_lazy("Your condition held: it took nothing."),
        "no_more": gettext_lazy("Your condition held: it took no card that it would not have taken before."),
        "expected": gettext_lazy("Your condition held: all the cards of the parade were still there."),
        "untouched": gettext_lazy("Your condition held: nobody had taken a card."),
    }

    def sentence(self, given: ConditionalMove, seen: Mapping[str, Any]) -> str:
        if given["type"] == "play":
            return str(PLAY_IFS[given["if"]][1]) % {"card": in_a_sentence(given["card"])}
        return str(DISCARD_IFS[given["if"]][1]) % {"cards": listed(given["cards"])}

    def form(self, scene: Scene) -> tuple[str, dict[str, Any]]:
        """Return the hand to play from or the pairs to discard, with the effect of each on the present board."""
        assert scene.viewer is not None
        view, seat = scene.view, scene.viewer
        plays, columns = conditional.next_turn(view, seat) == "play", count(view["before"])
        ifs = PLAY_IFS if plays else DISCARD_IFS
        data = {
            "plays": plays,
            "options": [
                choice(view, columns, seat, given["card"], what)
                if plays
                else (given["cards"], what["scores"][seat] - view["scores"][seat])
                for given, what in conditional.preview(view, seat)
                if given["if"] == "always"
            ],
            "ifs": [(value, str(label)) for value, (label, _sentence) in ifs.items()],
        }
        return "parade/conditional.jinja", data

    def conditional_move_of_form(self, form: Form) -> ConditionalMove:
        """Read `card`, or `cards` (two with a space between them), and `if`."""
        condition = chosen(form, "if")
        if form.get("type") == "discard":
            return {"type": "discard", "cards": chosen(form, "cards").split(), "if": condition}
        return {"type": "play", "card": chosen(form, "card"), "if": condition}
