"""The fragments of Tea Time's board: the grid, who holds what, what is left, the choice of the one to move, the count."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards import times
from games.boards.faces import bot_face
from games.boards.fragments import (
    MANY,
    Call,
    Fragment,
    Fragments,
    Part,
    by_language,
    filled,
    marked_part,
    ngettext,
    part,
)
from games.boards.fragments import gettext as _
from games.boards.panels import leads, score_of, standing_of
from games.boards.people import Person
from games.boards.places import places
from games.boards.scene import Scene
from games.rules import core
from games.tea_time.board.cards import (
    CHARACTER_NAMES,
    INKS,
    Card,
    character_of,
    drawing_of,
    face_of,
    mark,
    name_of,
)
from games.tea_time.board.columns import amounts, column, columns
from games.tea_time.board.takes import Take, as_json, cell, takes_of
from games.tea_time.board.texts import limit, sentence
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, CHARACTERS, GRIDS, POINTS

FOLDER = "tea_time"
NOTHING = Take("", "", "")
LARGEST = max(GRIDS.values())
# The cells' names, row by row.
CELLS = [[cell((row, column)) for column in range(LARGEST.columns)] for row in range(LARGEST.rows)]


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        return {}
    seats: Fragments = {f"seat-{each.index}": _panel_of(scene, each) for each in scene.people}
    return seats | {
        "grid": (f"{FOLDER}/grid.jinja", grid(scene)),
        "left": (f"{FOLDER}/left.jinja", left(scene.view)),
        "take": _take_of(scene),
    }


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": (f"{FOLDER}/count.jinja", _count(scene))}
    if scene.me is None:
        return {}
    found: Fragments = {"mine": _panel_of(scene, scene.me)}
    if _acts(scene):
        found["grid"] = (f"{FOLDER}/grid.jinja", grid(scene))
    if _acts(scene) or (scene.own and scene.me.stand_in):
        found["take"] = _take_of(scene)
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
            _shown(view["round"], here, card, kind, takes)
            for names, cards in zip(CELLS, view["grid"], strict=False)
            for here, card in zip(names, cards, strict=False)
        ],
    }


@by_language
def _limit(text: str) -> Part:
    return marked_part("limit", filled('<small id="limit">{}</small>', text))


@by_language
def _newest(text: str) -> Part:
    return marked_part("newest", filled('<p id="newest" class="newest">{}</p>', text))


def _shown(number: int, here: str, card: Card | None, kind: str, takes: Mapping[str, Take]) -> Part:
    """`kind` is that of the input with which the card is picked, if it can be."""
    if card is None:
        return _gap(here)
    if not kind:
        return _dealt(here, drawing_of(card), number)
    alone = takes.get(here, NOTHING)
    return _offered(here, drawing_of(card), number, kind, alone.words, alone.gain)


@by_language
def _gap(here: str) -> Part:
    return part(f"{FOLDER}/cell.jinja", f"c-{here}", face="")


def _lying(here: str, drawing: str, number: int) -> Part:
    return part(f"{FOLDER}/cell.jinja", f"c-{here}", face=_face(here, drawing, number), kind="")


# A grid has twenty, of which a move changes one to three.
_dealt = by_language(_lying, MANY)


@by_language
def _offered(here: str, drawing: str, number: int, kind: str, words: str, gain: str) -> Part:
    row, column = here.split("-")
    where = _("%(card)s, row %(row)d, column %(column)d") % {
        "card": name_of(drawing),
        "row": int(row) + 1,
        "column": int(column) + 1,
    }
    label = f"{where}: {words}, {gain}" if words else where
    said = {"name": where, "label": label, "gain": gain, "face": _face(here, drawing, number)}
    return part(f"{FOLDER}/cell.jinja", f"c-{here}", cell=here, kind=kind, **said)


def _face(here: str, drawing: str, number: int) -> SafeString:
    return face_of(drawing, ALICE if drawing == ALICE else _key(number, here))


def _panel_of(scene: Scene, person: Person) -> Call:
    view, seat = scene.view, person.index
    known = view["held"][seat], view["alice"] == seat, view["scores"][seat], leads(view["ranks"], seat)
    return Call(_panel, (person, seat == scene.viewer, *known, _just_taken(scene, seat)))


def _panel(
    person: Person,
    mine: bool,
    held: Sequence[Mapping[str, Any]],
    alice: bool,
    score: int,
    first: bool,
    taken: Mapping[str, str],
) -> Fragment:
    """What one seat holds, character by character, and whether Alice is with it."""
    seat = person.index
    data = times.of_panel(person, now=person.awaited) | {
        "id": "mine" if mine else f"seat-{seat}",
        "name": person.name,
        "level": shared.level(person.level),
        "face": bot_face(person.level),
        "stand_in": person.stand_in,
        "resigned": shared.given_up(person),
        "score": score_of(seat, score),
        "standing": standing_of(first) if mine else "",
        "columns": [_held(seat, *each) for each in amounts(held, alice, taken)],
    }
    return f"{FOLDER}/mine.jinja" if mine else f"{FOLDER}/seat.jinja", data


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
def _held(seat: int, character: str, count: int, side: str, key: str) -> Part:
    drawn = column(character, count, side, key)
    return part(f"{FOLDER}/column.jinja", f"seat-{seat}-{character}", column=drawn)


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
    text = ngettext("%(total)s card, the grid's included", "%(total)s cards, the grid's included", count)
    return marked_part("to-come", filled('<small id="to-come">{}</small>', text % {"total": count}))


@cache
def _number(row: str, character: str, number: int) -> Part:
    id = f"{row}-{character}"
    return marked_part(id, filled('<span id="{}">{}</span>', id, number))


def _take_of(scene: Scene) -> Call:
    view, seat = scene.view, scene.viewer
    seen = str(scene.number) if _acts(scene) else ""
    hint = "" if not seen or view["held"][seat] else _first_costs(view)
    back = scene.table if scene.own and scene.me is not None and scene.me.stand_in else ""
    return Call(_take, (seen, view["limit"] if seen else 0, hint, back))


def _take(seen: str, most: int, hint: str, back: str) -> Fragment:
    """The button of the one to move, and the way back to the table `back` for one whose seat a bot plays."""
    labels = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return f"{FOLDER}/take.jinja", {
        "seen": seen,
        "labels": json.dumps(labels[: most + 1]),
        "hint": hint,
        "stand_in": back != "",
        "back": reverse("back", args=[back]) if back else "",
    }


def _first_costs(view: core.View) -> str:
    """Why every mark is below nothing for whom no character has a card. Whoever begins the first round lays Alice."""
    first = {"cost": POINTS[0] - POINTS[1], "none": POINTS[0], "one": POINTS[1], "alice": ALICE_POINTS}
    if view["turn"] == 1:
        text = _(
            "With no card a character counts %(none)d points, with one card %(one)d: you lose %(cost)d, and "
            "%(alice)d more with Alice."
        )
        return text % first
    text = _("With no card a character counts %(none)d points, with one card %(one)d: you lose %(cost)d.")
    return text % first


def _count(scene: Scene) -> dict[str, Any]:
    """The result, character by character."""
    assert scene.outcome is not None
    return {
        "why": shared.reason(scene),
        "heads": [
            {"ink": INKS[each], "name": str(CHARACTER_NAMES[each]).capitalize(), "mark": mark(each)}
            for each in (*CHARACTERS, ALICE)
        ],
        "rows": [
            {
                "seat": str(person.index),
                "rank": rank,
                "wins": wins,
                "you": person.index == scene.viewer and scene.current,
                "name": person.name,
                "resigned": shared.resigned(person),
                "cells": columns(scene.view["held"][person.index], scene.view["alice"] == person.index, {}),
                "total": str(scene.outcome["scores"][person.index]),
            }
            for person, rank, wins in places(scene)
        ],
    }
