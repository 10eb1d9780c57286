"""Names of Tea Time's cards, and their drawings in games/tea_time/static/tea_time/cards.svg."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, npgettext_lazy, pgettext_lazy

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
# Whole names, because not every language puts the face before the character or uses one word for all characters.
CARD_NAMES = {
    "hatter": gettext_lazy("normal hatter"),
    "cat": gettext_lazy("normal cat"),
    "rabbit": gettext_lazy("normal rabbit"),
    "caterpillar": gettext_lazy("normal caterpillar"),
    "queen": gettext_lazy("normal queen"),
    "hare": gettext_lazy("normal hare"),
    "hatter-mirror": gettext_lazy("mirror hatter"),
    "cat-mirror": gettext_lazy("mirror cat"),
    "rabbit-mirror": gettext_lazy("mirror rabbit"),
    "caterpillar-mirror": gettext_lazy("mirror caterpillar"),
    "queen-mirror": gettext_lazy("mirror queen"),
    "hare-mirror": gettext_lazy("mirror hare"),
    ALICE: gettext_lazy("Alice"),
}
# In a sentence, where other languages need an article; several, because not every language only counts a name.
IN_A_SENTENCE = {
    "hatter": npgettext_lazy("with an article", "normal hatter", "%(count)d normal hatters", "count"),
    "cat": npgettext_lazy("with an article", "normal cat", "%(count)d normal cats", "count"),
    "rabbit": npgettext_lazy("with an article", "normal rabbit", "%(count)d normal rabbits", "count"),
    "caterpillar": npgettext_lazy(
        "with an article", "normal caterpillar", "%(count)d normal caterpillars", "count"
    ),
    "queen": npgettext_lazy("with an article", "normal queen", "%(count)d normal queens", "count"),
    "hare": npgettext_lazy("with an article", "normal hare", "%(count)d normal hares", "count"),
    "hatter-mirror": npgettext_lazy("with an article", "mirror hatter", "%(count)d mirror hatters", "count"),
    "cat-mirror": npgettext_lazy("with an article", "mirror cat", "%(count)d mirror cats", "count"),
    "rabbit-mirror": npgettext_lazy("with an article", "mirror rabbit", "%(count)d mirror rabbits", "count"),
    "caterpillar-mirror": npgettext_lazy(
        "with an article", "mirror caterpillar", "%(count)d mirror caterpillars", "count"
    ),
    "queen-mirror": npgettext_lazy("with an article", "mirror queen", "%(count)d mirror queens", "count"),
    "hare-mirror": npgettext_lazy("with an article", "mirror hare", "%(count)d mirror hares", "count"),
    ALICE: pgettext_lazy("with an article", "Alice"),
}
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
    """Return the name of the card in a sentence, or of several alike."""
    return str(IN_A_SENTENCE[drawing] % {"count": count})


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
