"""Template tags for Tea Time's rules pages: cards, grids and holdings, drawn as on the board."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.boards.macros import macros, rendered
from games.tea_time.board.cards import Card, face
from games.tea_time.board.columns import LADDER, amounts
from games.tea_time.rules.rules import ALICE, CHARACTERS, settle, shown
from games.tea_time.rules.view import FACE, held_list

register = template.Library()


def card_of(name: str) -> Card:
    """Return a card for `cat`, `cat-mirror` or `alice`."""
    character, _, mirror = name.partition("-")
    return shown(character, FACE["mirror" if mirror else "normal"])


@register.simple_tag
def tea_cards(names: str) -> SafeString:
    """Draw a row of cards: `{% tea_cards "rabbit-mirror cat alice" %}`."""
    row = ((face(card_of(name)),) for name in names.split())
    return format_html('<div class="cards">{}</div>', format_html_join("", "<span>{}</span>", row))


@register.simple_tag
def tea_grid(rows: str, ringed: str = "") -> SafeString:
    """Draw a grid of characters, with rows separated by `/` and `.` for a gap. Cells of `ringed` (`0-1 0-2`) are
    chosen."""
    grid = [row.split() for row in rows.split("/")]
    chosen = ringed.split()
    cells = [
        {
            "face": "" if name == "." else face(shown(name, -1 if (row + column) % 2 == 0 else 1)),
            "chosen": f"{row}-{column}" in chosen,
        }
        for row, names in enumerate(grid)
        for column, name in enumerate(names)
    ]
    return rendered("tea_time/figures/grid.jinja", {"columns": len(grid[0]), "cells": cells})


@register.simple_tag
def tea_held(held: str, taken: str = "") -> SafeString:
    """Draw the holding of a seat that held those cards and has taken the others in one move, with its score."""
    holding, _ = settle((0,) * len(CHARACTERS), _faced(held))
    after, _ = settle(holding, _faced(taken))
    alice = ALICE in (held + " " + taken).split()
    column = macros("tea_time")["column"]
    drawn = [(SafeString(column("", *amount, False)),) for amount in amounts(held_list(after), alice, {})]
    return format_html('<div class="cols tea">{}</div>', format_html_join("", "{}", drawn))


def _faced(names: str) -> list[tuple[str, int]]:
    cards = [card_of(name) for name in names.split()]
    return [(card["character"], FACE[card["face"]]) for card in cards if isinstance(card, dict)]


@register.simple_tag
def tea_points(cards: str, points: str) -> SafeString:
    """Draw the table of scores by number of cards of one character, under those two headings."""
    return rendered("tea_time/figures/points.jinja", {"cards": cards, "points": points, "row": LADDER})
