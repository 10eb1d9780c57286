"""Names and drawings of Parade's cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards import symbols, texts
from games.boards.language import by_language
from games.boards.language import gettext as _
from games.parade.rules.rules import COLOUR, COLOURS, VALUE

SHEET = "parade/cards.svg"
COLOUR_NAMES = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "purple": gettext_lazy("purple"),
    "green": gettext_lazy("green"),
    "grey": gettext_lazy("grey"),
    "orange": gettext_lazy("orange"),
}
# Whole phrases, because other languages say "the red 3", and the word before "orange" may differ from the one before
# "red".
IN_A_SENTENCE = {
    "red": pgettext_lazy("in a sentence", "red %(value)d"),
    "blue": pgettext_lazy("in a sentence", "blue %(value)d"),
    "purple": pgettext_lazy("in a sentence", "purple %(value)d"),
    "green": pgettext_lazy("in a sentence", "green %(value)d"),
    "grey": pgettext_lazy("in a sentence", "grey %(value)d"),
    "orange": pgettext_lazy("in a sentence", "orange %(value)d"),
}


@by_language
def card_name(card: str) -> str:
    """Return the name alone, `red 3`."""
    return _("%(colour)s %(value)d") % {"colour": COLOUR_NAMES[COLOUR[card]], "value": VALUE[card]}


@by_language
def in_a_sentence(card: str | None) -> str:
    """Return the name in a sentence, `red 3`, or `a card` if the viewer doesn't know it."""
    if card is None:
        return _("a card")
    return str(IN_A_SENTENCE[COLOUR[card]]) % {"value": VALUE[card]}


def listed(cards: Iterable[str]) -> str:
    """Return for example `red 3 and green 7`."""
    return texts.names([in_a_sentence(card) for card in cards])


@by_language
def face(card: str) -> SafeString:
    return symbols.drawing(SHEET, card, f"card {COLOUR[card]}", card_name(card), card=card)


@by_language
def mark(colour: str) -> SafeString:
    # The class sets its size.
    return symbols.drawing(SHEET, f"s-{colour}", f"mk {colour}", str(COLOUR_NAMES[colour]), box="")


@by_language
def column_name(colour: str, values: Sequence[int], crowned: bool) -> str:
    """Return what a screen reader says for the cards of a colour, `red: 1, 4, majority`."""
    cards = [*map(str, values), *([_("majority")] if crowned else [])]
    return _("%(colour)s: %(cards)s") % {
        "colour": COLOUR_NAMES[colour],
        "cards": ", ".join(cards) or _("none"),
    }


def marks() -> list[SafeString]:
    return [mark(colour) for colour in COLOURS]


@cache
def drawing(name: str, css: str, label: str) -> SafeString:
    return symbols.drawing(SHEET, name, css, label, box="0 0 24 18" if name == "crown" else symbols.CARD)
