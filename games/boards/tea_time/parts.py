"""The parts of Tea Time's board: the grid, who holds what, what is left, the choice of the one to move, the count."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from games.boards import words as shared
from games.boards.parts import Parts, ngettext
from games.boards.parts import gettext as _
from games.boards.scene import Person, Scene
from games.boards.tea_time.cards import (
    CHARACTER_NAMES,
    FACE_NAMES,
    INKS,
    Card,
    back,
    card_name,
    character_of,
    face,
    mark,
)
from games.boards.tea_time.words import consequence, limit, sentence
from games.boards.times import time_of
from games.rules import core
from games.rules.tea_time.rules import ALICE, ALICE_POINTS, CHARACTERS, MOST, POINTS

FOLDER = "games/boards/tea_time"


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def public(scene: Scene) -> Parts:
    if scene.outcome:
        return {}
    seats: Parts = {
        f"seat-{each.index}": (f"{FOLDER}/seat.jinja", _panel(scene, each)) for each in scene.people
    }
    return seats | {
        "grid": (f"{FOLDER}/grid.jinja", grid(scene)),
        "left": (f"{FOLDER}/left.jinja", left(scene.view)),
        "take": (f"{FOLDER}/take.jinja", _take(scene)),
    }


def parts(scene: Scene) -> Parts:
    if scene.outcome:
        return {"result": (f"{FOLDER}/count.jinja", _count(scene))}
    if scene.me is None:
        return {}
    found: Parts = {"mine": (f"{FOLDER}/mine.jinja", _panel(scene, scene.me))}
    if _acts(scene):
        found["grid"] = (f"{FOLDER}/grid.jinja", grid(scene))
    if _acts(scene) or (scene.own and scene.me.stand_in):
        found["take"] = (f"{FOLDER}/take.jinja", _take(scene))
    return found


def _acts(scene: Scene) -> bool:
    return scene.own and scene.viewer in scene.view["to_act"]


def _cell(place: list[int]) -> str:
    return f"{place[0]}-{place[1]}"


def _key(number: int, cell: str) -> str:
    """Names the card that a round dealt to a cell, while it lies there and when it has just been taken."""
    return f"{number}-{cell}"


def grid(scene: Scene) -> dict[str, Any]:
    """The cells, and for the one to move what each possible take would do, by its cells in reading order."""
    view = scene.view
    takes = _consequences(scene) if _acts(scene) else {}
    newest = scene.entries[-1] if scene.entries else None
    return {
        "columns": str(len(view["grid"][0])),
        "one": view["limit"] == 1,
        "limit": limit(view),
        "newest": sentence(newest, [person.name for person in scene.people]) if newest else "",
        "takes": json.dumps(takes, separators=(",", ":")) if takes else "",
        "cells": [
            _shown(view["round"], [row, column], card, takes)
            for row, cards in enumerate(view["grid"])
            for column, card in enumerate(cards)
        ],
    }


def _shown(number: int, place: list[int], card: Card | None, takes: Mapping[str, Any]) -> dict[str, Any]:
    cell = _cell(place)
    if card is None:
        return {"cell": cell}
    where = _("%(card)s, row %(row)d, column %(column)d") % {
        "card": card_name(card),
        "row": place[0] + 1,
        "column": place[1] + 1,
    }
    alone = takes.get(cell)
    return {
        "cell": cell,
        "face": face(card, ALICE if card == ALICE else _key(number, cell)),
        "name": where,
        "label": f"{where}: {alone['words']}, {alone['gain']}" if alone else where,
        "gain": alone["gain"] if alone else "",
    }


def _consequences(scene: Scene) -> dict[str, dict[str, Any]]:
    """By the cells of the take, `0-1 0-2`: in words, the change of the score, the score, and what changes hands."""
    view, seat = scene.view, scene.viewer
    assert seat is not None
    before = {each["character"]: each for each in view["held"][seat]}
    found = {}
    for move, what in scene.rules.preview(view, seat):
        found[" ".join(_cell(place) for place in move["cells"])] = {
            "words": consequence(what),
            "gain": shared.change(what["scores"][seat] - view["scores"][seat]),
            "after": str(what["scores"][seat]),
            "held": _changes(before, what["held"]) | _alice_changes(seat, view["alice"], what["alice"]),
        }
    return found


def _changes(before: Mapping[str, Any], held: list[dict[str, Any]]) -> dict[str, str]:
    after = {each["character"]: each for each in held}
    return {
        character: f"{after[character]['count']} {FACE_NAMES[after[character]['face']]}"
        if character in after
        else _("none")
        for character in CHARACTERS
        if before.get(character) != after.get(character)
    }


def _alice_changes(seat: int, before: int | None, after: int | None) -> dict[str, str]:
    if (before == seat) == (after == seat):
        return {}
    return {ALICE: _("yours") if after == seat else _("laid")}


def _panel(scene: Scene, person: Person) -> dict[str, Any]:
    """What one seat holds, character by character, and whether Alice is with it."""
    view, seat = scene.view, person.index
    score = view["scores"][seat]
    return {
        "id": "mine" if seat == scene.viewer else f"seat-{seat}",
        "name": person.name,
        "level": str(shared.LEVELS[person.level]) if person.level else "",
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "time": time_of(person),
        "awaited": person.awaited,
        "score": str(score),
        "points": ngettext("pt", "pts", score),
        "leads": view["ranks"][seat] == 1,
        "columns": columns(view, seat, _just_taken(scene, seat)),
    }


def _just_taken(scene: Scene, seat: int) -> dict[str, str]:
    """By character: where the newest card of it lay that this seat has just taken."""
    newest = scene.entries[-1] if scene.entries else None
    if newest is None or newest.seat != seat:
        return {}
    number = scene.view["round"] - any(event["event"] == "round" for event in newest.events)
    took = [event["cards"] for event in newest.events if event["event"] == "took"]
    places = zip(took[0] if took else [], newest.move["cells"], strict=False)
    return {character_of(card): _key(number, _cell(place)) for card, place in places}


def columns(view: core.View, seat: int, keys: Mapping[str, str]) -> list[dict[str, Any]]:
    held = {each["character"]: each for each in view["held"][seat]}
    found = [_column(character, held.get(character), keys.get(character, "")) for character in CHARACTERS]
    mine = view["alice"] == seat
    alice = {
        "character": ALICE,
        "ink": INKS[ALICE],
        "mark": mark(ALICE),
        "count": "1" if mine else "0",
        "mirror": False,
        "face": face(ALICE, ALICE) if mine else "",
        "points": _points(ALICE_POINTS if mine else 0),
    }
    return [*found, alice]


def _column(character: str, held: Mapping[str, Any] | None, key: str) -> dict[str, Any]:
    count = held["count"] if held else 0
    return {
        "character": character,
        "ink": INKS[character],
        "mark": mark(character),
        "count": str(count),
        "mirror": held is not None and held["face"] == "mirror",
        "face": face(dict(held), key) if held else "",
        "points": _points(POINTS[min(count, MOST)]),
    }


def _points(points: int) -> str:
    return ngettext("%(count)d pt", "%(count)d pts", points) % {"count": points}


def left(view: core.View) -> dict[str, Any]:
    """How many cards of each character are still to be taken, where they are, and how many have cancelled."""
    return {
        "back": back() if any(view["deck"].values()) else "",
        "total": str(sum(view["left"].values())),
        "columns": [
            {
                "ink": INKS[character],
                "mark": mark(character),
                "name": str(CHARACTER_NAMES[character]),
                "grid": str(view["left"][character] - view["deck"][character]),
                "deck": str(view["deck"][character]),
                "left": str(view["left"][character]),
                "gone": str(2 * view["gone"][character]),
            }
            for character in CHARACTERS
        ],
    }


def _take(scene: Scene) -> dict[str, Any]:
    """The button of the one to move, and the way back for one whose seat a bot plays."""
    most = scene.view["limit"]
    labels = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return {
        "seen": str(scene.number) if _acts(scene) else "",
        "labels": json.dumps(labels[: most + 1]),
        "stand_in": scene.own and scene.me is not None and scene.me.stand_in,
        "back": reverse("back", args=[scene.table]),
    }


def _count(scene: Scene) -> dict[str, Any]:
    """The result, character by character."""
    assert scene.outcome is not None
    ranks = scene.outcome["ranks"]
    order = sorted(scene.people, key=lambda person: (ranks[person.index], person.index))
    return {
        "why": shared.reason(scene.outcome, scene.people),
        "heads": [
            {"ink": INKS[each], "name": str(CHARACTER_NAMES[each]).capitalize(), "mark": mark(each)}
            for each in (*CHARACTERS, ALICE)
        ],
        "rows": [
            {
                "rank": str(ranks[person.index]),
                "wins": ranks[person.index] == 1,
                "you": person.index == scene.viewer and scene.live,
                "name": person.name,
                "resigned": shared.resigned(person),
                "cells": columns(scene.view, person.index, {}),
                "total": str(scene.outcome["scores"][person.index]),
            }
            for person in order
        ],
    }
