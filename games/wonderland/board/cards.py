"""Names of Wonderland's cards, and their drawings in games/wonderland/static/wonderland/cards.svg. Uses nothing
else."""

from __future__ import annotations

from collections.abc import Sequence

from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.language import by_language, filled, ngettext
from games.boards.language import gettext as _
from games.wonderland.rules.state import KINDS

CARD_NAMES = {
    "alice": gettext_lazy("Alice"),
    "rabbit": gettext_lazy("rabbit"),
    "cat": gettext_lazy("cat"),
    "queen": gettext_lazy("queen"),
    "hatter": gettext_lazy("hatter"),
    "everyone": gettext_lazy("crowd"),
}
# Names in a list, where other languages need an article.
IN_A_LIST = {
    "alice": pgettext_lazy("in a list", "Alice"),
    "rabbit": pgettext_lazy("in a list", "rabbit"),
    "cat": pgettext_lazy("in a list", "cat"),
    "queen": pgettext_lazy("in a list", "queen"),
    "hatter": pgettext_lazy("in a list", "hatter"),
    "everyone": pgettext_lazy("in a list", "crowd"),
}
# Two cards or more.
SEVERAL = {
    "alice": pgettext_lazy("in a list", "Alice × %(count)d"),
    "rabbit": pgettext_lazy("in a list", "rabbit × %(count)d"),
    "cat": pgettext_lazy("in a list", "cat × %(count)d"),
    "queen": pgettext_lazy("in a list", "queen × %(count)d"),
    "hatter": pgettext_lazy("in a list", "hatter × %(count)d"),
    "everyone": pgettext_lazy("in a list", "crowd × %(count)d"),
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
    """Return the name for a list in a sentence, `cat` or `cat × 2`."""
    if count == 1:
        return _("a card") if card is None else str(IN_A_LIST[card])
    several = ngettext("%(count)d card", "%(count)d cards", count) if card is None else str(SEVERAL[card])
    return several % {"count": count}


def _svg(css: str, box: str, label: str, drawing: str) -> SafeString:
    return filled(
        '<svg class="{}" viewBox="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        css,
        box,
        label,
        static("wonderland/cards.svg"),
        drawing,
    )


@by_language
def face(card: str) -> SafeString:
    return _svg(f"card {INKS[card]}", "0 0 100 140", card_name(card), card)


@by_language
def back(label: str = "") -> SafeString:
    return _svg("card", "0 0 100 140", label or _("face down"), "back")


@by_language
def mark(card: str) -> SafeString:
    return _svg(f"mk {INKS[card]}", "0 0 24 24", card_name(card), f"s-{card}")


def marks() -> list[SafeString]:
    return [mark(kind) for kind in KINDS]


@by_language
def key() -> SafeString:
    return _svg("key", "0 0 24 40", _("key"), "key")


def numbers_of(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the number of cards of each kind."""
    return tuple([cards.count(kind) for kind in KINDS])
