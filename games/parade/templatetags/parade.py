"""Template tags for Parade's rules pages: cards and counts, drawn as on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.boards.language import gettext
from games.boards.macros import rendered
from games.parade.board.cards import COLOUR_NAMES, drawing, face, mark
from games.parade.rules.rules import COLOURS, count, score

register = template.Library()


@register.simple_tag
def cards(names: str, ringed: str = "") -> SafeString:
    """Draw a row of cards: `{% cards "red-3 green-0" %}`. Those of `ringed` are lifted and ringed."""
    marked = ringed.split()
    row = (("sel" if card in marked else "", face(card)) for card in names.split())
    return format_html('<div class="cards">{}</div>', format_html_join("", '<span class="{}">{}</span>', row))


@register.simple_block_tag
def parade_count(content: str) -> SafeString:
    """Draw the count of the cards before each seat as a table, by colour. Seats are separated by `/`: `{% parade_count
    %}Ada: red-10 red-8 / Ben: blue-0{% endparade_count %}`."""
    names, before = zip(*(seat.split(":") for seat in content.split("/")), strict=True)
    seats = [cards.split() for cards in before]
    columns = count(seats)
    data = {
        "crown": drawing("crown", "crown", gettext("majority")),
        "names": [name.strip() for name in names],
        "rows": [
            {
                "name": str(COLOUR_NAMES[colour]).capitalize(),
                "mark": mark(colour),
                "colour": colour,
                "cells": [_cell(*columns[seat][number]) for seat in range(len(seats))],
            }
            for number, colour in enumerate(COLOURS)
        ],
        "totals": [str(total) for total in score(seats)],
    }
    return rendered("parade/figures/count.jinja", data)


def _cell(values: Sequence[int], crowned: bool) -> dict[str, Any]:
    return {
        "cards": ", ".join(str(value) for value in reversed(values)),
        "crowned": crowned,
        "points": str(len(values) if crowned else sum(values)),
    }
