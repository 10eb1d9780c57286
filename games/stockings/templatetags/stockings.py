"""Template tags for the race's rules pages: cards, drawn as on the board."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.stockings.board.cards import face

register = template.Library()


@register.simple_block_tag
def race_cards(content: str) -> SafeString:
    """Draw a row of cards: `{% race_cards %}stocking-1 santa{% endrace_cards %}`."""
    return format_html(
        '<div class="race-cards">{}</div>',
        format_html_join("", "{}", ((face(name),) for name in content.split())),
    )
