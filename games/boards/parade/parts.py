"""The parts of Parade's board: a scene's view to templates and their data."""

from __future__ import annotations

import json
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.boards import words
from games.boards.parade.cards import card_name, drawing, face, in_a_sentence, mark
from games.boards.parade.result import result
from games.boards.parade.words import consequence, safe, sentence, within
from games.boards.parts import Parts, by_language, ngettext, rendered
from games.boards.parts import gettext as _
from games.boards.scene import Entry, Person, Scene
from games.boards.times import time_of
from games.rules import core
from games.rules.parade.rules import COLOURS, Columns, count


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def public(scene: Scene) -> Parts:
    if scene.outcome:
        return {}
    seats: Parts = {
        f"seat-{person.index}": ("games/boards/parade/seat.jinja", _panel(scene, person))
        for person in scene.people
    }
    return seats | {"parade": ("games/boards/parade/parade.jinja", _parade(scene))}


def parts(scene: Scene) -> Parts:
    if scene.outcome:
        return {"result": ("games/boards/parade/count.html", result(scene))}
    if scene.me is None:
        return {}
    return {
        "mine": ("games/boards/parade/mine.jinja", _panel(scene, scene.me)),
        "hand": ("games/boards/parade/hand.jinja", _hand(scene, scene.me)),
    }


@by_language
def _columns(columns: Columns) -> SafeString:
    """What lies before a seat. It changes for the one who takes cards, seldom for the others."""
    data = [
        {
            "colour": colour,
            "mark": mark(colour),
            "size": str(len(values)),
            "crown": drawing("crown", "crown", _("majority")) if crowned else "",
            "values": [str(value) for value in values],
        }
        for colour, (values, crowned) in zip(COLOURS, columns, strict=True)
    ]
    return rendered(("games/boards/parade/columns.jinja", {"columns": data}))


@by_language
def _in_hand(size: int) -> str:
    return ngettext("%(count)d in hand", "%(count)d in hand", size) % {"count": size}


@by_language
def _points(score: int) -> str:
    return ngettext("pt", "pts", score)


def _panel(scene: Scene, person: Person) -> dict[str, Any]:
    """One seat's cards before it. Of a hand only the size, unless the match is over and it is opened."""
    view, seat = scene.view, person.index
    opened = scene.opened["hands"][seat] if scene.opened and seat != scene.viewer else []
    score = view["scores"][seat]
    return {
        "id": f"seat-{seat}" if seat != scene.viewer else "mine",
        "seat": str(seat),
        "name": person.name,
        "level": words.level(person.level),
        "stand_in": person.stand_in,
        "resigned": words.given_up(person),
        "time": time_of(person),
        "awaited": person.awaited,
        "decided": view["phase"] == "discard" and view["decided"][seat],
        "hand": "x" * view["hands"][seat],
        "hand_text": _in_hand(view["hands"][seat]),
        "opened": [face(card) for card in opened],
        "score": str(score),
        "points": _points(score),
        "leads": view["ranks"][seat] == 1 and any(view["before"]),
        "columns": _columns(count(view["before"])[seat]),
    }


def _parade(scene: Scene) -> dict[str, Any]:
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    played = newest.move["card"] if newest and newest.move["type"] == "play" else None
    took = [event for event in newest.events if event["event"] == "took"] if newest else []
    return {
        "deck": str(view["deck"]),
        "back": drawing("back", "card", _("the pile, face down")) if view["deck"] else "",
        "cards": [_walker(card, card == played) for card in view["parade"]],
        "last": _last_words(scene, newest, took),
    }


@by_language
def _walker(card: str, newest: bool) -> SafeString:
    return format_html(
        '<li id="p-{}"{}>{}</li>', card, mark_safe(' class="newest"') if newest else "", face(card)
    )


def _last_words(scene: Scene, newest: Entry | None, took: list[core.Event]) -> str:
    if newest is None or newest.seat is None:
        return ""
    return sentence(newest, [person.name for person in scene.people])


@by_language
def _cards(hand: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    return tuple({"card": card, "face": face(card), "name": card_name(card)} for card in hand)


def _hand(scene: Scene, me: Person) -> dict[str, Any]:
    """The hand and, for the one who may act, what each choice would do."""
    view = scene.view
    acts = scene.own and me.index in view["to_act"]
    discards = view["phase"] == "discard"
    now = view["scores"][me.index]
    consequences: dict[str, Any] = {}
    pairs: dict[str, str] = {}
    for move, what in scene.rules.preview(view, me.index) if acts else ():
        change = what["scores"][me.index] - now
        if discards:
            pairs["+".join(move["cards"])] = words.change(change)
        else:
            consequences[move["card"]] = {
                "takes": " ".join(what["takes"]),
                "gain": words.change(change),
                "after": str(what["scores"][me.index]),
                "reach": str(what["reach"]),
                "words": consequence(move["card"], len(what["takes"])),
                "within": within(move["card"], what["reach"]),
                "safe": safe(len(view["parade"]) - what["reach"]),
            }
    return {
        "seen": str(scene.number) if acts else "",
        "discards": discards,
        "own": scene.own,
        "stand_in": me.stand_in,
        "cards": [each | consequences.get(each["card"], {}) for each in _cards(tuple(view["hand"]))],
        "pairs": json.dumps(pairs),
        "back": reverse("back", args=[scene.table]) if me.stand_in else "",
        "chosen": words.names([in_a_sentence(card) for card in view["discard"] or ()]),
        "now": str(now),
    }
