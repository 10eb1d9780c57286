"""Parade's result, colour by colour."""

from __future__ import annotations

from typing import Any

from games.boards import texts
from games.boards.fragments import gettext as _
from games.boards.fragments import ngettext
from games.boards.people import Person
from games.boards.scene import Scene
from games.parade.board.cards import COLOUR_NAMES, drawing, face, in_a_sentence, mark, turned
from games.parade.rules.rules import COLOURS, Columns, count


def result(scene: Scene) -> dict[str, Any]:
    """The result, colour by colour."""
    assert scene.outcome is not None
    columns = count(scene.view["before"])
    tied = {colour for number, colour in enumerate(COLOURS) if sum(each[number][1] for each in columns) > 1}
    order = sorted(scene.people, key=lambda person: (scene.outcome["ranks"][person.index], person.index))  # type: ignore[index]
    return {
        "why": texts.reason(scene),
        "seats": len(scene.people),
        "colours": [
            {"colour": colour, "name": str(COLOUR_NAMES[colour]).capitalize(), "mark": mark(colour)}
            for colour in COLOURS
        ],
        "rows": [_row(scene, person, columns[person.index], tied) for person in order],
    }


def _most(colour: str, tied: bool) -> str:
    return _("tied for most") if tied else _("most %(colour)s") % {"colour": COLOUR_NAMES[colour]}


def _row(scene: Scene, person: Person, columns: Columns, tied: set[str]) -> dict[str, Any]:
    assert scene.outcome is not None
    seat = person.index
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
        "name": person.name,
        "rank": str(scene.outcome["ranks"][seat]),
        "wins": scene.outcome["ranks"][seat] == 1,
        "you": seat == scene.viewer,
        "cards": text,
        "kept": _("kept %(cards)s") % {"cards": texts.names([in_a_sentence(card) for card in kept])}
        if kept
        else "",
        "resigned": texts.resigned(person),
        "cells": cells,
        "total": str(scene.outcome["scores"][seat]),
    }
