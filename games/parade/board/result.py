"""Parade's result, colour by colour."""

from __future__ import annotations

from typing import Any

from games.boards import texts
from games.boards.fragments import gettext as _
from games.boards.fragments import ngettext
from games.boards.places import Place, places
from games.boards.scene import Scene
from games.parade.board.cards import COLOUR_NAMES, drawing, face, in_a_sentence, mark, turned
from games.parade.rules.rules import COLOURS, Columns, count


def result(scene: Scene) -> dict[str, Any]:
    """The result, colour by colour."""
    assert scene.outcome is not None
    columns = count(scene.view["before"])
    tied = {colour for number, colour in enumerate(COLOURS) if sum(each[number][1] for each in columns) > 1}
    return {
        "why": texts.reason(scene),
        "seats": len(scene.people),
        "colours": [
            {"colour": colour, "name": str(COLOUR_NAMES[colour]).capitalize(), "mark": mark(colour)}
            for colour in COLOURS
        ],
        "rows": [_row(scene, place, columns[place.person.index], tied) for place in places(scene)],
    }


def _most(colour: str, tied: bool) -> str:
    return _("tied for most") if tied else _("most %(colour)s") % {"colour": COLOUR_NAMES[colour]}


def _row(scene: Scene, place: Place, columns: Columns, tied: set[str]) -> dict[str, Any]:
    assert scene.outcome is not None
    person, seat = place.person, place.person.index
    before = scene.view["before"][seat]
    kept = before[-2:] if scene.view["discards"] else []
    cells = []
    for colour, (values, crowned) in zip(COLOURS, columns, strict=True):
        points = len(values) if crowned else sum(values)
        cells.append(
            {
                "colour": colour,
                "mark": mark(colour),
                "faces": [face(f"{colour}-{value}") for value in values],
                "backs": turned(colour, len(values)) if crowned else [],
                "crown": drawing("crown", "crown", _("majority")) if crowned else "",
                "sum": " + ".join(str(value) for value in values) if len(values) > 1 else "",
                "points": str(points),
                "most": _most(colour, colour in tied),
            }
        )
    text = ngettext("%(count)d card", "%(count)d cards", len(before)) % {"count": len(before)}
    return {
        "seat": str(seat),
        "name": person.name,
        "rank": place.rank,
        "wins": place.wins,
        "you": seat == scene.viewer,
        "cards": text,
        "kept": _("kept %(cards)s") % {"cards": texts.names([in_a_sentence(card) for card in kept])}
        if kept
        else "",
        "resigned": texts.resigned(person),
        "cells": cells,
        "total": str(scene.outcome["scores"][seat]),
    }
