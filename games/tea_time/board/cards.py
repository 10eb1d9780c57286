"""Names of Tea Time's cards, and their drawings in games/tea_time/static/tea_time/cards.svg."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext_lazy, npgettext_lazy, pgettext_lazy

from games.boards import symbols
from games.boards.language import by_language, filled
from games.boards.language import gettext as _
from games.tea_time.rules.rules import ALICE, CHARACTERS

Card = str | dict[str, Any]  # as in views: `alice`, or `{"character", "face"}`

SHEET = "tea_time/cards.svg"
CHARACTER_NAMES = {
    "hatter": gettext_lazy("hatter"),
    "cat": gettext_lazy("cat"),
    "rabbit": gettext_lazy("rabbit"),
    "caterpillar": gettext_lazy("caterpillar"),
    "queen": gettext_lazy("queen"),
    "hare": gettext_lazy("hare"),
    ALICE: gettext_lazy("Alice"),
}
# A normal card is called by its character alone. Whole names, because not every language puts the face before it.
CARD_NAMES = CHARACTER_NAMES | {
    "hatter-mirror": gettext_lazy("mirror hatter"),
    "cat-mirror": gettext_lazy("mirror cat"),
    "rabbit-mirror": gettext_lazy("mirror rabbit"),
    "caterpillar-mirror": gettext_lazy("mirror caterpillar"),
    "queen-mirror": gettext_lazy("mirror queen"),
    "hare-mirror": gettext_lazy("mirror hare"),
}
# In a sentence, with an article or the number in words.
IN_A_SENTENCE = {
    "hatter": ngettext_lazy("a hatter", "%(number)s hatters", "count"),
    "cat": ngettext_lazy("a cat", "%(number)s cats", "count"),
    "rabbit": ngettext_lazy("a rabbit", "%(number)s rabbits", "count"),
    "caterpillar": ngettext_lazy("a caterpillar", "%(number)s caterpillars", "count"),
    "queen": ngettext_lazy("a queen", "%(number)s queens", "count"),
    "hare": ngettext_lazy("a hare", "%(number)s hares", "count"),
    "hatter-mirror": ngettext_lazy("a mirror hatter", "%(number)s mirror hatters", "count"),
    "cat-mirror": ngettext_lazy("a mirror cat", "%(number)s mirror cats", "count"),
    "rabbit-mirror": ngettext_lazy("a mirror rabbit", "%(number)s mirror rabbits", "count"),
    "caterpillar-mirror": ngettext_lazy("a mirror caterpillar", "%(number)s mirror caterpillars", "count"),
    "queen-mirror": ngettext_lazy("a mirror queen", "%(number)s mirror queens", "count"),
    "hare-mirror": ngettext_lazy("a mirror hare", "%(number)s mirror hares", "count"),
    ALICE: pgettext_lazy("with an article", "Alice"),
}
# A move takes up to three cards.
NUMBERS = {1: "", 2: gettext_lazy("two"), 3: gettext_lazy("three")}
CHARACTERS_IN_A_SENTENCE = {
    "hatter": npgettext_lazy("with an article", "hatter", "%(count)d hatters", "count"),
    "cat": npgettext_lazy("with an article", "cat", "%(count)d cats", "count"),
    "rabbit": npgettext_lazy("with an article", "rabbit", "%(count)d rabbits", "count"),
    "caterpillar": npgettext_lazy("with an article", "caterpillar", "%(count)d caterpillars", "count"),
    "queen": npgettext_lazy("with an article", "queen", "%(count)d queens", "count"),
    "hare": npgettext_lazy("with an article", "hare", "%(count)d hares", "count"),
    ALICE: IN_A_SENTENCE[ALICE],
}
INKS = {
    "hatter": "orange",
    "cat": "purple",
    "rabbit": "grey",
    "caterpillar": "green",
    "queen": "red",
    "hare": "teal",
    ALICE: "blue",
}


def drawing_of(card: Card) -> str:
    """Return the id of the drawing: `alice`, `hatter`, `hatter-mirror`."""
    if isinstance(card, str):
        return card
    character: str = card["character"]
    return f"{character}-mirror" if card["face"] == "mirror" else character


def character_of(card: Card) -> str:
    return card if isinstance(card, str) else str(card["character"])


@by_language
def name_of(drawing: str) -> str:
    """Return the name of the card: `mirror hatter`, `Alice`."""
    return str(CARD_NAMES[drawing])


@by_language
def named(drawing: str, count: int = 1) -> str:
    """Return the name of the card in a sentence, or of several alike: `a mirror cat`, `two cats`, `Alice`."""
    return str(IN_A_SENTENCE[drawing] % {"count": count, "number": NUMBERS[count]})


@by_language
def characters_named(character: str, count: int) -> str:
    """Return the name of so many cards of a character in a sentence."""
    return str(CHARACTERS_IN_A_SENTENCE[character] % {"count": count})


@by_language
def headed(character: str) -> str:
    """Return the character's name at the start of a sentence."""
    return str(CHARACTER_NAMES[character]).capitalize()


def placed(drawing: str, row: int, column: int) -> str:
    """Return the name of a card and its place in the grid: `mirror hatter, row 1, column 2`."""
    where = {"card": name_of(drawing), "row": row + 1, "column": column + 1}
    return _("%(card)s, row %(row)d, column %(column)d") % where


def face(card: Card) -> SafeString:
    """Return the drawing of the card."""
    return _face(drawing_of(card))


def face_of(drawing: str, name: str) -> SafeString:
    """Return the drawing of a card. With the same `name` before and after a move, the browser moves the card."""
    return (
        filled('<span class="flip" data-card="{}">{}</span>', name, _face(drawing))
        if name
        else _face(drawing)
    )


@by_language
def _face(drawing: str) -> SafeString:
    ink, name = INKS[drawing.removesuffix("-mirror")], str(CARD_NAMES[drawing])
    return symbols.drawing(SHEET, drawing, f"card {ink}", name)


@by_language
def mark(character: str) -> SafeString:
    name = str(CHARACTER_NAMES[character])
    return symbols.drawing(SHEET, f"s-{character}", f"mk {INKS[character]}", name, symbols.MARK)


def marks() -> list[SafeString]:
    return [mark(character) for character in CHARACTERS]
