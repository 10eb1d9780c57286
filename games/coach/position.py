"""A small picture of a position: rows of cards, with the cards of up to two moves marked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.boards.contract import Cards, CoachTexts
from games.rules import core


def position(
    own: CoachTexts, view: core.View, names: Sequence[str], better: core.Move, played: core.Move
) -> list[dict[str, Any]]:
    """Return the rows, made only of what the seat sees. Marks the cards of the moves `better` and `played`."""
    good, chosen = (set(own.places(view, move)) for move in (better, played))
    return [row_of(row, good, chosen) for row in own.position(view, names) if row.cards]


def row_of(row: Cards, better: Collection[str] = (), played: Collection[str] = ()) -> dict[str, Any]:
    cards = [
        {
            "place": card.place,
            "face": card.face,
            "note": card.note,
            "better": card.place in better,
            "played": card.place in played,
        }
        for card in row.cards
    ]
    return {"title": row.title, "columns": row.columns, "fan": row.fan, "cards": cards}
