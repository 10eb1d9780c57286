"""Names of Wonderland's cards, and their drawings in games/wonderland/static/wonderland/cards.svg. Uses nothing
else."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, npgettext_lazy, pgettext_lazy

from games.boards import symbols, texts
from games.boards.language import by_language
from games.boards.language import gettext as _
from games.wonderland.rules.state import KINDS

SHEET = "wonderland/cards.svg"
OVER, UNDER = pgettext_lazy("a card", "over"), pgettext_lazy("a card", "under")
NO_BREAK = "\u00a0"
CARD_NAMES = {
    "alice": gettext_lazy("Alice"),
    "rabbit": gettext_lazy("rabbit"),
    "cat": gettext_lazy("cat"),
    "queen": gettext_lazy("queen"),
    "hatter": gettext_lazy("hatter"),
    "everyone": gettext_lazy("crowd"),
}
# In a list, where other languages need an article: one card, and several.
IN_A_LIST = {
    "alice": npgettext_lazy("in a list", "Alice", "%(count)d Alices", "count"),
    "rabbit": npgettext_lazy("in a list", "rabbit", "%(count)d rabbits", "count"),
    "cat": npgettext_lazy("in a list", "cat", "%(count)d cats", "count"),
    "queen": npgettext_lazy("in a list", "queen", "%(count)d queens", "count"),
    "hatter": npgettext_lazy("in a list", "hatter", "%(count)d hatters", "count"),
    "everyone": npgettext_lazy("in a list", "crowd", "%(count)d crowds", "count"),
}
INKS = {
    "alice": "blue",
    "rabbit": "grey",
    "cat": "purple",
    "queen": "red",
    "hatter": "orange",
    "everyone": "green",
}


@by_language
def card_name(card: str | None) -> str:
    """Return the name, `cat`, or `a card` if the viewer doesn't know it."""
    return _("a card") if card is None else str(CARD_NAMES[card])


@by_language
def in_a_list(card: str | None, count: int = 1) -> str:
    """Return the name for a list in a sentence, `cat` or `2 cats`, whose number stays on its line."""
    if card is not None:
        name = str(IN_A_LIST[card] % {"count": count})
    else:
        name = _("a card") if count == 1 else texts.cards(count)
    return name if count == 1 else name.replace(" ", NO_BREAK)


@by_language
def face(card: str) -> SafeString:
    return symbols.drawing(SHEET, card, f"card {INKS[card]}", card_name(card))


@by_language
def back(label: str = "") -> SafeString:
    return symbols.drawing(SHEET, "back", "card", label or _("face down"))


@by_language
def mark(card: str) -> SafeString:
    return symbols.drawing(SHEET, f"s-{card}", f"mk {INKS[card]}", card_name(card), symbols.MARK)


def marks() -> list[SafeString]:
    return [mark(kind) for kind in KINDS]


@by_language
def key_drawing() -> SafeString:
    return symbols.drawing(SHEET, "key", "key", _("key"), "0 0 24 40")


def numbers_of(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the number of cards of each kind."""
    return tuple([cards.count(kind) for kind in KINDS])
