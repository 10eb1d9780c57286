"""Names of the race's cards, and their drawings in games/stockings/static/stockings/cards.svg."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.boards import symbols
from games.boards.language import by_language
from games.boards.language import gettext as _

SHEET = "stockings/cards.svg"
CARD_NAMES = {
    "stocking-1": gettext_lazy("striped stocking"),
    "stocking-2": gettext_lazy("dotted stocking"),
    "stocking-3": gettext_lazy("diamond stocking"),
    "stocking-4": gettext_lazy("star stocking"),
    "stocking-5": gettext_lazy("zigzag stocking"),
    "stocking-6": gettext_lazy("heart stocking"),
    "stocking-7": gettext_lazy("snowflake stocking"),
    "stocking-8": gettext_lazy("tree stocking"),
    "stocking-9": gettext_lazy("candy stocking"),
    "stocking-10": gettext_lazy("patched stocking"),
    "stocking-11": gettext_lazy("chequered stocking"),
    "stocking-12": gettext_lazy("bow stocking"),
    "fireplace": gettext_lazy("fireplace"),
    "santa": gettext_lazy("Santa"),
    "elf": gettext_lazy("elf"),
}
# One word for what a special card does, and a sentence.
CAPTIONS = {
    "fireplace": gettext_lazy("others +1"),
    "santa": gettext_lazy("all drop"),
    "elf": gettext_lazy("swap"),
}
EFFECTS = {
    "fireplace": gettext_lazy("Everybody else draws a card."),
    "santa": gettext_lazy("Everybody may drop all stockings of that design."),
    "elf": gettext_lazy("Swap your whole hand with somebody."),
}
INKS = {
    "stocking-1": "red",
    "stocking-2": "blue",
    "stocking-3": "green",
    "stocking-4": "purple",
    "stocking-5": "orange",
    "stocking-6": "red",
    "stocking-7": "blue",
    "stocking-8": "green",
    "stocking-9": "grey",
    "stocking-10": "orange",
    "stocking-11": "purple",
    "stocking-12": "grey",
    "fireplace": "orange",
    "santa": "red",
    "elf": "green",
}


@by_language
def card_name(card: str | None) -> str:
    """Return the name, `star stocking` or `Santa`, or `a card` if the viewer doesn't know it."""
    return _("a card") if card is None else str(CARD_NAMES[card])


@by_language
def face(card: str, key: str = "") -> SafeString:
    """Return the drawing of the card. With a `key` the browser moves it to the next place of the same key."""
    return symbols.drawing(SHEET, card, f"card {INKS[card]}", card_name(card), card=key)


@by_language
def mute_face(card: str, key: str = "") -> SafeString:
    """Return the drawing without a label, where text beside it names the card."""
    return symbols.drawing(SHEET, card, f"card {INKS[card]}", "", card=key)


@by_language
def back() -> SafeString:
    return symbols.drawing(SHEET, "back", "card", _("the deck, face down"))
