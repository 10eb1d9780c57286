"""The fragments of Tea Time's board: the grid, who holds what, what is left, the choice of the one to move, the count."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards import times
from games.boards.faces import bot_face
from games.boards.fragments import Fragments, Part, by_language, filled, marked_part, part
from games.boards.fragments import gettext as _
from games.boards.panels import leads, score_of, standing_of
from games.boards.people import Person
from games.boards.scene import Scene
from games.rules import core
from games.tea_time.board.cards import (
    CHARACTER_NAMES,
    INKS,
    Card,
    card_name,
    character_of,
    face,
    mark,
)
from games.tea_time.board.columns import Column, columns
from games.tea_time.board.takes import Take, as_json, cell, takes_of
from games.tea_time.board.texts import limit, sentence
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, CHARACTERS, POINTS

FOLDER = "tea_time"
NOTHING = Take("", "", "")


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        return {}
    seats: Fragments = {
        f"seat-{each.index}": (f"{FOLDER}/seat.jinja", _panel(scene, each)) for each in scene.people
    }
    return seats | {
        "grid": (f"{FOLDER}/grid.jinja", grid(scene)),
        "left": (f"{FOLDER}/left.jinja", left(scene.view)),
        "take": (f"{FOLDER}/take.jinja", _take(scene)),
    }


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": (f"{FOLDER}/count.jinja", _count(scene))}
    if scene.me is None:
        return {}
    found: Fragments = {"mine": (f"{FOLDER}/mine.jinja", _panel(scene, scene.me))}
    if _acts(scene):
        found["grid"] = (f"{FOLDER}/grid.jinja", grid(scene))
    if _acts(scene) or (scene.own and scene.me.stand_in):
        found["take"] = (f"{FOLDER}/take.jinja", _take(scene))
    return found


def _acts(scene: Scene) -> bool:
    return scene.own and scene.viewer in scene.view["to_act"]


def _key(number: int, cell: str) -> str:
    """Names the card that a round dealt to a cell, while it lies there and when it has just been taken."""
    return f"{number}-{cell}"


def grid(scene: Scene) -> dict[str, Any]:
    """The cells, and for the one to move what each possible take would do, by its cells in reading order."""
    view = scene.view
    takes = takes_of(scene) if _acts(scene) else {}
    newest = scene.entries[-1] if scene.entries else None
    kind = "" if not takes else "radio" if view["limit"] == 1 else "checkbox"
    return {
        "columns": str(len(view["grid"][0])),
        "limit": _limit(limit(view)),
        "newest": _newest(sentence(newest, scene.names) if newest else ""),
        "takes": as_json(takes) if takes else "",
        "cells": [
            _shown(view["round"], (row, column), card, kind, takes)
            for row, cards in enumerate(view["grid"])
            for column, card in enumerate(cards)
        ],
    }


@by_language
def _limit(text: str) -> Part:
    return marked_part("limit", filled('<small id="limit">{}</small>', text))


@by_language
def _newest(text: str) -> Part:
    return marked_part("newest", filled('<p id="newest" class="newest">{}</p>', text))


def _shown(
    number: int, place: tuple[int, int], card: Card | None, kind: str, takes: Mapping[str, Take]
) -> Part:
    """`kind` is that of the input with which the card is picked, if it can be."""
    if card is None:
        return _gap(place)
    here = cell(place)
    alone = takes.get(here, NOTHING)
    drawn = face(card, ALICE if card == ALICE else _key(number, here))
    return _dealt(place, card_name(card), drawn, kind, alone.words, alone.gain)


@by_language
def _gap(place: tuple[int, int]) -> Part:
    return part(f"{FOLDER}/cell.jinja", f"c-{cell(place)}", face="")


@by_language
def _dealt(place: tuple[int, int], card: str, drawn: SafeString, kind: str, words: str, gain: str) -> Part:
    where = _("%(card)s, row %(row)d, column %(column)d") % {
        "card": card,
        "row": place[0] + 1,
        "column": place[1] + 1,
    }
    label = f"{where}: {words}, {gain}" if words else where
    said = {"name": where, "label": label, "gain": gain}
    return part(f"{FOLDER}/cell.jinja", f"c-{cell(place)}", cell=cell(place), face=drawn, kind=kind, **said)


def _panel(scene: Scene, person: Person) -> dict[str, Any]:
    """What one seat holds, character by character, and whether Alice is with it."""
    view, seat = scene.view, person.index
    score = view["scores"][seat]
    return times.of_panel(person, now=person.awaited) | {
        "id": "mine" if seat == scene.viewer else f"seat-{seat}",
        "name": person.name,
        "level": shared.level(person.level),
        "face": bot_face(person.level),
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "score": score_of(seat, score),
        "standing": standing_of(leads(view["ranks"], seat)) if seat == scene.viewer else "",
        "columns": [_held(seat, each) for each in columns(view, seat, _just_taken(scene, seat))],
    }


def _just_taken(scene: Scene, seat: int) -> dict[str, str]:
    """By character: where the newest card of it lay that this seat has just taken."""
    newest = scene.entries[-1] if scene.entries else None
    if newest is None or newest.seat != seat:
        return {}
    number = scene.view["round"] - any(event["event"] == "round" for event in newest.events)
    took = [event["cards"] for event in newest.events if event["event"] == "took"]
    places = zip(took[0] if took else [], newest.move["cells"], strict=False)
    return {character_of(card): _key(number, cell(place)) for card, place in places}


@by_language
def _held(seat: int, column: Column) -> Part:
    return part(f"{FOLDER}/column.jinja", f"seat-{seat}-{column.character}", column=column)


def left(view: core.View) -> dict[str, Any]:
    """How many cards of each character are still to be taken, where they are, and how many have cancelled."""
    rows = {
        "grid": {each: view["left"][each] - view["deck"][each] for each in CHARACTERS},
        "deck": view["deck"],
        "left": view["left"],
        "gone": {each: 2 * view["gone"][each] for each in CHARACTERS},
    }
    return {
        "total": _to_come(sum(view["left"].values())),
        "heads": [{"ink": INKS[character], "mark": mark(character)} for character in CHARACTERS],
        "rows": {
            name: [_number(name, character, numbers[character]) for character in CHARACTERS]
            for name, numbers in rows.items()
        },
    }


@by_language
def _to_come(count: int) -> Part:
    text = _("%(total)s cards, the grid's included") % {"total": count}
    return marked_part("to-come", filled('<small id="to-come">{}</small>', text))


@cache
def _number(row: str, character: str, number: int) -> Part:
    id = f"{row}-{character}"
    return marked_part(id, filled('<span id="{}">{}</span>', id, number))


def _take(scene: Scene) -> dict[str, Any]:
    """The button of the one to move, and the way back for one whose seat a bot plays."""
    most = scene.view["limit"]
    labels = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return {
        "seen": str(scene.number) if _acts(scene) else "",
        "labels": json.dumps(labels[: most + 1]),
        "hint": "" if scene.viewer is None or scene.view["held"][scene.viewer] else _first_costs(scene.view),
        "stand_in": scene.own and scene.me is not None and scene.me.stand_in,
        "back": reverse("back", args=[scene.table]),
    }


def _first_costs(view: core.View) -> str:
    """Why every mark of a first turn is below nothing. Whoever begins lays Alice."""
    first = {"cost": POINTS[0] - POINTS[1], "none": POINTS[0], "one": POINTS[1], "alice": ALICE_POINTS}
    if view["alice"] == view["you"]:
        text = _(
            "A first card costs %(cost)d: none counts %(none)d, one %(one)d. Alice, %(alice)d, leaves you."
        )
        return text % first
    return _("A character's first card costs %(cost)d: none counts %(none)d, one %(one)d.") % first


def _count(scene: Scene) -> dict[str, Any]:
    """The result, character by character."""
    assert scene.outcome is not None
    ranks = scene.outcome["ranks"]
    order = sorted(scene.people, key=lambda person: (ranks[person.index], person.index))
    return {
        "why": shared.reason(scene),
        "heads": [
            {"ink": INKS[each], "name": str(CHARACTER_NAMES[each]).capitalize(), "mark": mark(each)}
            for each in (*CHARACTERS, ALICE)
        ],
        "rows": [
            {
                "rank": str(ranks[person.index]),
                "wins": ranks[person.index] == 1,
                "you": person.index == scene.viewer and scene.current,
                "name": person.name,
                "resigned": shared.resigned(person),
                "cells": columns(scene.view, person.index, {}),
                "total": str(scene.outcome["scores"][person.index]),
            }
            for person in order
        ],
    }
