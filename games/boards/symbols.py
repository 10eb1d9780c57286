"""Drawings of a sheet of symbols, such as a game's cards.svg."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.safestring import SafeString

from games.boards.language import filled

CARD, MARK = "0 0 100 140", "0 0 24 24"


def drawing(sheet: str, symbol: str, css: str, label: str, box: str = CARD, card: str = "") -> SafeString:
    """Return a symbol of the sheet, a static path. Without a label it is hidden from screen readers.

    Without a box the symbol has its own. With the same `card` before and after a move, the browser moves the drawing.
    """
    return filled(
        '<svg class="{}"{}{}{}><use href="{}#{}"/></svg>',
        css,
        filled(' viewBox="{}"', box) if box else "",
        filled(' role="img" aria-label="{}"', label) if label else SafeString(' aria-hidden="true"'),
        filled(' data-card="{}"', card) if card else "",
        static(sheet),
        symbol,
    )
