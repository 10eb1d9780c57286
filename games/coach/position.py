"""A small picture of a position beside the words about it: rows of cards, those marked that two moves are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.boards.contract import Cards, CoachTexts
from games.rules import core


def position(
    own: CoachTexts,
    view: core.View,
    names: Sequence[str],
    better: core.Move | None = None,
    played: core.Move | None = None,
) -> list[dict[str, Any]]:
    """Of what the seat sees alone. `better` and `played` are marked where they are given."""
    good, made = (set(own.places(view, move)) if move is not None else set() for move in (better, played))
    return [_row(row, good, made) for row in own.position(view, names) if row.cards]


def _row(row: Cards, better: set[str], played: set[str]) -> dict[str, Any]:
    cards = [
        {
            "place": each.place,
            "face": each.face,
            "note": each.note,
            "better": each.place in better,
            "played": each.place in played,
        }
        for each in row.cards
    ]
    return {"title": row.title, "columns": row.columns, "fan": row.fan, "cards": cards}
