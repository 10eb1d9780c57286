"""The fragments of Parade's board: a scene's view to templates and their data."""

from __future__ import annotations

import json
from typing import Any

from django.urls import reverse
from django.utils.html import format_html

from games.boards import texts, times
from games.boards.fragments import Fragments, Part, Rows, by_language, marked_part, ngettext, part
from games.boards.fragments import gettext as _
from games.boards.panels import score_of
from games.boards.scene import Entry, Person, Scene
from games.parade.board.cards import card_name, drawing, face, in_a_sentence, mark
from games.parade.board.result import result
from games.parade.board.texts import consequence, safe, sentence, within
from games.parade.rules.rules import COLOURS, Columns, count


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def public(scene: Scene) -> Fragments:
    if scene.outcome:
        return {}
    seats: Fragments = {
        f"seat-{person.index}": ("parade/seat.jinja", _panel(scene, person)) for person in scene.people
    }
    return seats | {"parade": ("parade/parade.jinja", _parade(scene))}


def fragments(scene: Scene) -> Fragments:
    if scene.outcome:
        return {"result": ("parade/count.jinja", result(scene))}
    if scene.me is None:
        return {}
    return {
        "mine": ("parade/mine.jinja", _panel(scene, scene.me)),
        "hand": ("parade/hand.jinja", _hand(scene, scene.me)),
    }


@by_language
def _columns(seat: int, columns: Columns) -> tuple[Part, ...]:
    """What lies before a seat, colour by colour."""
    each = zip(COLOURS, columns, strict=True)
    return tuple(_column(f"seat-{seat}-{colour}", colour, *column) for colour, column in each)


@by_language
def _column(id: str, colour: str, values: tuple[int, ...], crowned: bool) -> Part:
    crown = drawing("crown", "crown", _("majority")) if crowned else ""
    data = {"colour": colour, "mark": mark(colour), "size": len(values), "crown": crown, "numbers": values}
    return part("parade/column.jinja", id, **data)


@by_language
def _in_hand(size: int) -> str:
    return ngettext("%(count)d in hand", "%(count)d in hand", size) % {"count": size}


@by_language
def _newest(text: str) -> Part:
    return marked_part("newest", format_html('<span id="newest" class="newest">{}</span>', text))


@by_language
def _pile(deck: int) -> Part:
    text = _("pile: %(deck)s") % {"deck": deck}
    return marked_part("pile", format_html('<div id="pile" class="cap">{}</div>', text))


@by_language
def _standing(leads: bool) -> Part:
    text = _("lowest wins, you lead") if leads else _("lowest wins")
    return marked_part("standing", format_html('<small id="standing">{}</small>', text))


def _panel(scene: Scene, person: Person) -> dict[str, Any]:
    """One seat's cards before it. Of a hand only the size, unless the match is over and it is opened."""
    view, seat = scene.view, person.index
    opened = scene.opened["hands"][seat] if scene.opened and seat != scene.viewer else []
    score = view["scores"][seat]
    return times.of_panel(person, now=person.awaited) | {
        "id": f"seat-{seat}" if seat != scene.viewer else "mine",
        "seat": str(seat),
        "name": person.name,
        "level": texts.level(person.level),
        "stand_in": person.stand_in,
        "resigned": texts.given_up(person),
        "decided": view["phase"] == "discard" and view["decided"][seat],
        "hand": "x" * view["hands"][seat],
        "hand_text": _in_hand(view["hands"][seat]),
        "opened": [face(card) for card in opened],
        "score": score_of(seat, score),
        "standing": _standing(view["ranks"][seat] == 1 and any(view["before"]))
        if seat == scene.viewer
        else "",
        "columns": _columns(seat, count(view["before"])[seat]),
    }


def _parade(scene: Scene) -> dict[str, Any]:
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    return {
        "back": drawing("back", "card", _("the pile, face down")) if view["deck"] else "",
        "pile": _pile(view["deck"]),
        "cards": Rows(tuple([_walker(card) for card in view["parade"]]), "beforebegin:#join"),
        "newest": _newest(_last_words(scene, newest)),
    }


@by_language
def _walker(card: str) -> Part:
    return marked_part(f"p-{card}", format_html('<li id="p-{}">{}</li>', card, face(card)))


def _last_words(scene: Scene, newest: Entry | None) -> str:
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
            pairs["+".join(move["cards"])] = texts.change(change)
        else:
            consequences[move["card"]] = {
                "takes": " ".join(what["takes"]),
                "gain": texts.change(change),
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
        "chosen": texts.names([in_a_sentence(card) for card in view["discard"] or ()]),
        "now": str(now),
    }
