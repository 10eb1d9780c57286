"""Parade's board: view to parts, event to sentence, refusal code to text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards import words
from games.boards.parts import Parts, by_language, ngettext, rendered
from games.boards.parts import gettext as _
from games.boards.scene import Entry, Person, Scene
from games.rules import core
from games.rules.parade.rules import COLOUR, COLOURS, VALUE, Columns, count

COLOUR_NAMES = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "purple": gettext_lazy("purple"),
    "green": gettext_lazy("green"),
    "grey": gettext_lazy("grey"),
    "orange": gettext_lazy("orange"),
}
# Whole, since other languages say "the red 3", and a word before "orange" may be another than before "red".
IN_A_SENTENCE = {
    "red": pgettext_lazy("in a sentence", "red %(value)d"),
    "blue": pgettext_lazy("in a sentence", "blue %(value)d"),
    "purple": pgettext_lazy("in a sentence", "purple %(value)d"),
    "green": pgettext_lazy("in a sentence", "green %(value)d"),
    "grey": pgettext_lazy("in a sentence", "grey %(value)d"),
    "orange": pgettext_lazy("in a sentence", "orange %(value)d"),
}


@by_language
def card_name(card: str) -> str:
    """`red 3`, on its own."""
    return f"{COLOUR_NAMES[COLOUR[card]]} {VALUE[card]}"


@by_language
def in_a_sentence(card: str | None) -> str:
    """`red 3` in a sentence; a card that the viewer may not know is `a card`."""
    if card is None:
        return _("a card")
    return str(IN_A_SENTENCE[COLOUR[card]]) % {"value": VALUE[card]}


REFUSALS = {
    "wrong_phase": lambda phase, **_p: (
        _("It is time to play a card.")
        if phase == "play"
        else _("The last round is over: choose two cards to discard.")
    ),
    "not_in_hand": lambda card, **_p: _("You don't hold %(card)s.") % {"card": in_a_sentence(card)},
    "same_card_twice": lambda **_p: _("Choose two different cards."),
    "discard_two": lambda count, **_p: (
        ngettext(
            "You chose %(count)d card; two are to be discarded.",
            "You chose %(count)d cards; two are to be discarded.",
            count,
        )
        % {"count": count}
    ),
}


@by_language
def face(card: str) -> SafeString:
    return format_html(
        '<svg class="card {}" viewBox="0 0 100 140" role="img" aria-label="{}" data-card="{}"><use href="{}#{}"/></svg>',
        COLOUR[card],
        card_name(card),
        card,
        static("img/parade.svg"),
        card,
    )


@by_language
def mark(colour: str) -> SafeString:
    return format_html(
        '<svg class="mk {}" viewBox="0 0 24 24" role="img" aria-label="{}"><use href="{}#s-{}"/></svg>',
        colour,
        COLOUR_NAMES[colour],
        static("img/parade.svg"),
        colour,
    )


@cache
def _drawing(name: str, css: str, label: str) -> SafeString:
    box = "0 0 24 18" if name == "crown" else "0 0 100 140"
    return format_html(
        '<svg class="{}" viewBox="{}" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        css,
        box,
        label,
        static("img/parade.svg"),
        name,
    )


def _turned(colour: str, size: int) -> list[SafeString]:
    """A majority's cards turned over, the last one showing its colour's mark."""
    plain, marked = (
        _drawing("back", "card", _("face down")),
        _drawing(f"back-{colour}", "card", _("face down")),
    )
    return [plain] * (size - 1) + [marked]


def layout(scene: Scene) -> str:
    return "result" if scene.outcome else "play"


def headline(scene: Scene) -> tuple[str, str]:
    if scene.outcome:
        return words.result(scene)
    view, me = scene.view, scene.me if scene.live else None
    awaited = [scene.people[seat] for seat in view["to_act"]]
    mine = me is not None and me.index in view["to_act"]
    others = words.names([person.name for person in awaited if person is not me])
    if view["phase"] == "discard":
        if mine:
            after = _("then wait for %(names)s") % {"names": others} if others else ""
            return _("Discard two cards"), after
        return _("The discard"), _("waiting for %(names)s") % {"names": others}
    after = _then(scene)
    if view["left"] is not None:
        left = ngettext("last round: %(count)d turn left", "last round: %(count)d turns left", view["left"])
        after = left % {"count": view["left"]}
    if mine:
        return _("Your turn"), after
    return _("It is %(name)s's turn") % {"name": others}, after


def _then(scene: Scene) -> str:
    people, turn = scene.people, scene.view["turn"]
    following = [people[(turn + step) % len(people)].name for step in range(1, len(people))]
    return _("then %(names)s") % {"names": ", ".join(following)}


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
        return {"result": ("games/boards/parade/count.html", _count(scene))}
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
            "crown": _drawing("crown", "crown", _("majority")) if crowned else "",
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
        "resigned": person.resigned,
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
        "back": _drawing("back", "card", _("the pile, face down")) if view["deck"] else "",
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
            pairs["+".join(move["cards"])] = f"{change:+d}"
        else:
            consequences[move["card"]] = {
                "takes": " ".join(what["takes"]),
                "gain": f"{change:+d}",
                "after": str(what["scores"][me.index]),
                "reach": str(what["reach"]),
                "words": _consequence(move["card"], len(what["takes"])),
                "within": _within(move["card"], what["reach"]),
                "safe": _safe(len(view["parade"]) - what["reach"]),
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


@by_language
def _consequence(card: str, takes: int) -> str:
    name = in_a_sentence(card).capitalize()
    if not takes:
        return _("%(card)s takes nothing") % {"card": name}
    text = ngettext("%(card)s takes %(count)d card", "%(card)s takes %(count)d cards", takes)
    return text % {"card": name, "count": takes}


@by_language
def _safe(count: int) -> str:
    text = ngettext("The last one is safe", "The last %(count)d are safe", count)
    return text % {"count": count} if count else ""


@by_language
def _within(card: str, reach: int) -> str:
    if reach == 0:
        return _("None is within reach")
    text = ngettext(
        "%(reach)d within reach: %(colour)s, or %(value)d and under, comes to you",
        "%(reach)d within reach: %(colour)s, or %(value)d and under, come to you",
        reach,
    )
    return text % {"reach": reach, "colour": COLOUR_NAMES[COLOUR[card]], "value": VALUE[card]}


def _count(scene: Scene) -> dict[str, Any]:
    """The result, colour by colour."""
    assert scene.outcome is not None
    columns = count(scene.view["before"])
    order = sorted(scene.people, key=lambda person: (scene.outcome["ranks"][person.index], person.index))  # type: ignore[index]
    return {
        "why": words.reason(scene.outcome, scene.people),
        "colours": [
            {"colour": colour, "name": str(COLOUR_NAMES[colour]).capitalize(), "mark": mark(colour)}
            for colour in COLOURS
        ],
        "rows": [_count_row(scene, person, columns[person.index]) for person in order],
    }


def _count_row(scene: Scene, person: Person, columns: Columns) -> dict[str, Any]:
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
                "backs": _turned(colour, len(values)) if crowned else [],
                "crown": _drawing("crown", "crown", _("majority")) if crowned else "",
                "sum": " + ".join(str(value) for value in values) if len(values) > 1 else "",
                "points": str(points),
                "most": _("most %(colour)s") % {"colour": COLOUR_NAMES[colour]},
            }
        )
    text = ngettext("%(count)d card", "%(count)d cards", len(before)) % {"count": len(before)}
    return {
        "name": person.name,
        "rank": str(scene.outcome["ranks"][seat]),
        "wins": scene.outcome["ranks"][seat] == 1,
        "you": seat == scene.viewer,
        "cards": text,
        "kept": _("kept %(cards)s") % {"cards": words.names([in_a_sentence(card) for card in kept])}
        if kept
        else "",
        "resigned": person.resigned,
        "cells": cells,
        "total": str(scene.outcome["scores"][seat]),
    }


def sentence(entry: Entry, names: Sequence[str]) -> str:
    assert entry.seat is not None
    name = names[entry.seat]
    if entry.move["type"] == "discard":
        said = _("%(name)s chose two cards to discard.") % {"name": name}
    else:
        said = _played(entry, name)
    return " ".join([said, *(text for event in entry.events if (text := _happened(event, names)))])


def _played(entry: Entry, name: str) -> str:
    card = in_a_sentence(entry.move["card"])
    took = [card for event in entry.events if event["event"] == "took" for card in event["cards"]]
    if took:
        cards = words.names([in_a_sentence(each) for each in took])
        return _("%(name)s played %(card)s and took %(cards)s.") % {
            "name": name,
            "card": card,
            "cards": cards,
        }
    return _("%(name)s played %(card)s and took nothing.") % {"name": name, "card": card}


def _happened(event: core.Event, names: Sequence[str]) -> str:
    if event["event"] == "last_round":
        because = {
            "colours": _("%(name)s has all six colours: the last round begins."),
            "pile": _("The pile is empty: the last round begins."),
            "both": _("%(name)s has all six colours and the pile is empty: the last round begins."),
        }
        return because[event["because"]] % {"name": names[event["seat"]]}
    if event["event"] == "revealed":
        return _("%(name)s kept %(cards)s.") % {
            "name": names[event["seat"]],
            "cards": words.names([in_a_sentence(card) for card in event["kept"]]),
        }
    return ""


def forms_move(form: Mapping[str, Any]) -> core.Move:
    """`card` once in the play, twice in the discard; `form` is a QueryDict."""
    cards = form.getlist("card") if hasattr(form, "getlist") else [form.get("card", "")]
    if form.get("type") == "discard":
        return {"type": "discard", "cards": cards}
    if not cards:
        raise core.Refused("missing_field", field="card")
    return {"type": "play", "card": cards[-1]}
