"""Parade's cards and its count, for the rules pages: drawn as the board draws them, counted as the rules count."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.boards.parade.cards import COLOUR_NAMES, face, mark
from games.rules.parade.rules import COLOURS, count, score

register = template.Library()


@register.simple_tag
def cards(shown: str, ringed: str = "") -> SafeString:
    """A row of cards, `{% cards "red-3 green-0" %}`; those of `ringed` are lifted with a ring."""
    marked = ringed.split()
    row = (("sel" if card in marked else "", face(card)) for card in shown.split())
    return format_html('<div class="cards">{}</div>', format_html_join("", '<span class="{}">{}</span>', row))


@register.inclusion_tag("games/_figures/parade_count.html")
def parade_count(names: str, *before: str) -> dict[str, Any]:
    """The count of the cards before each of the `names`, colour by colour, as a table."""
    seats = [cards.split() for cards in before]
    columns = count(seats)
    return {
        "names": names.split(),
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


def _cell(values: list[int], crowned: bool) -> dict[str, Any]:
    return {
        "values": " ".join(str(value) for value in reversed(values)),
        "crowned": crowned,
        "points": str(len(values) if crowned else sum(values)),
    }
