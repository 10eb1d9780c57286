"""The fragments of Parade's board: a scene's view to templates and their data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards import texts, times
from games.boards.faces import bot_face
from games.boards.fragments import (
    Call,
    Fragment,
    Fragments,
    Part,
    Rows,
    by_language,
    escaped,
    filled,
    marked_part,
    ngettext,
    rendered,
)
from games.boards.fragments import gettext as _
from games.boards.panels import leads, score_of
from games.boards.people import Person
from games.boards.scene import Entry, Scene
from games.parade.board.cards import card_name, drawing, face, in_a_sentence, mark
from games.parade.board.result import result
from games.parade.board.texts import consequence, safe, sentence, within
from games.parade.rules.rules import COLOURS, DECK, Columns, count
from games.rules import core


def layout(scene: Scene) -> str:
    return "result" if scene.result else "play"


def public(scene: Scene) -> Fragments:
    if scene.result:
        return {}
    seats = {f"seat-{person.index}": _panel_of(scene, person) for person in scene.people}
    return seats | {"parade": ("parade/parade.jinja", _parade(scene))}


def fragments(scene: Scene) -> Fragments:
    if scene.result:
        return {"result": ("parade/count.jinja", result(scene))}
    if scene.me is None:
        return {}
    return {"mine": _panel_of(scene, scene.me), "hand": _hand_of(scene, scene.me)}


@by_language
def _columns(seat: int, columns: Columns) -> tuple[Part, ...]:
    """What lies before a seat, colour by colour."""
    each = zip(COLOURS, columns, strict=True)
    return tuple(_column(f"seat-{seat}-{colour}", colour, *column) for colour, column in each)


@by_language
def _column(id: str, colour: str, values: tuple[int, ...], crowned: bool) -> Part:
    kind = " maj" if crowned else "" if values else " none"
    crown = drawing("crown", "crown", _("majority")) if crowned else ""
    slips = "".join([f'<span data-card="{colour}-{value}">{value}</span>' for value in values])
    html = (
        f'<div id="{id}" class="col {colour}{kind}" data-colour="{colour}">'
        f'<div class="top">{mark(colour)}{len(values) or ""}{crown}</div>'
        f'<div class="slips">{slips or "<span></span>"}</div></div>'
    )
    return marked_part(id, html)


@by_language
def _in_hand(size: int) -> str:
    return ngettext("%(count)d in hand", "%(count)d in hand", size) % {"count": size}


@by_language
def _newest(text: str) -> Part:
    return marked_part("newest", filled('<span id="newest" class="newest">{}</span>', text))


@by_language
def _pile(deck: int) -> Part:
    text = _("pile: %(deck)s") % {"deck": deck}
    return marked_part("pile", filled('<div id="pile" class="cap">{}</div>', text))


@by_language
def _standing(first: bool, crowned: bool) -> Part:
    """Whether the seat leads; the rule of its crowns, which nothing else on the board says in words."""
    if crowned:
        text = _("you lead; crown: 1 pt a card") if first else _("crown: 1 pt a card")
    else:
        text = _("lowest wins, you lead") if first else _("lowest wins")
    return marked_part("standing", filled('<small id="standing">{}</small>', text))


def same_for(before: core.View, after: core.View) -> bool:
    seat = after["you"]
    return (
        before["phase"] == after["phase"] == "play"
        and before["hand"] == after["hand"]
        and all(before[each][seat] == after[each][seat] for each in ("before", "majorities", "scores"))
        and leads(before["ranks"], seat) == leads(after["ranks"], seat)
        and any(before["before"]) == any(after["before"])
    )


def _columns_of(scene: Scene) -> Sequence[Columns]:
    """Counted once for each moment."""
    made = scene.common.made
    if "columns" not in made:
        made["columns"] = count(scene.view["before"])
    found: Sequence[Columns] = made["columns"]
    return found


def _panel_of(scene: Scene, person: Person) -> Call:
    """One seat's cards before it. Of a hand only the size, unless the match is over and it is opened."""
    view, seat, columns = scene.view, person.index, _columns_of(scene)
    mine = seat == scene.viewer
    opened = scene.opened["hands"][seat] if scene.opened and not mine else ()
    decided = view["phase"] == "discard" and view["decided"][seat]
    first = leads(view["ranks"], seat) and any(view["before"])
    known = columns[seat], view["scores"][seat], view["hands"][seat], decided, first
    return Call(_panel, (person, mine, *known, tuple(opened)))


def _panel(
    person: Person,
    mine: bool,
    columns: Columns,
    score: int,
    hand: int,
    decided: bool,
    first: bool,
    opened: tuple[str, ...],
) -> Fragment:
    seat = person.index
    data = times.of_panel(person, person.awaited) | {
        "id": "mine" if mine else f"seat-{seat}",
        "seat": str(seat),
        "name": person.name,
        "level": texts.level(person.level),
        "face": bot_face(person.level),
        "stand_in": person.stand_in,
        "resigned": texts.given_up(person),
        "decided": decided,
        "hand": "x" * hand,
        "hand_text": _in_hand(hand),
        "opened": [face(card) for card in opened],
        "score": score_of(seat, score),
        "standing": _standing(first, any(crowned for _values, crowned in columns)) if mine else "",
        "columns": _columns(seat, columns),
    }
    return "parade/mine.jinja" if mine else "parade/seat.jinja", data


def _parade(scene: Scene) -> dict[str, Any]:
    view = scene.view
    newest = scene.entries[-1] if scene.entries else None
    walkers = _walkers()
    return {
        "back": drawing("back", "card", _("the pile, face down")) if view["deck"] else "",
        "pile": _pile(view["deck"]),
        "cards": Rows(tuple([walkers[card] for card in view["parade"]]), "beforebegin:#join"),
        "newest": _newest(_last_words(scene, newest)),
    }


@by_language
def _walkers() -> dict[str, Part]:
    """Every card as it stands in the parade."""
    html = '<li id="p-{}">{}</li>'
    return {card: marked_part(f"p-{card}", filled(html, card, face(card))) for card in DECK}


def _last_words(scene: Scene, newest: Entry | None) -> str:
    if newest is None or newest.seat is None:
        return ""
    return sentence(newest, scene.names)


@by_language
def _held() -> dict[str, SafeString]:
    """Every card as it lies in a hand that waits."""
    return {card: rendered(("parade/held.jinja", {"card": card, "face": face(card)})) for card in DECK}


@by_language
def _pick(card: str, discards: bool) -> str:
    """A card of a hand that may act; of one to play, with places for what it would do (`str.format`)."""
    placeholders = () if discards else ("takes", "gain", "after", "reach", "words", "within", "safe")
    data = {"card": card, "face": face(card), "name": card_name(card), "discards": discards}
    return rendered(("parade/pick.jinja", data | {each: f"{{{each}}}" for each in placeholders}))


def _hand_of(scene: Scene, me: Person) -> Fragment | Call:
    """The hand and, for the one who may act, what each choice would do."""
    view = scene.view
    hand, discards = tuple(view["hand"]), view["phase"] == "discard"
    back = scene.table if me.stand_in else ""
    if scene.own and me.index in view["to_act"]:
        acting = _pairs(scene, me.index) if discards else _choices(scene, me.index)
        return "parade/hand.jinja", _hand(hand, discards, True, back, ()) | {
            "seen": str(scene.number)
        } | acting
    # Once all have chosen, everybody sees it.
    discarded = tuple(view["discard"] or ()) if discards else ()
    return Call(_waiting_hand, (hand, discards, scene.own, back, discarded))


def _waiting_hand(*shown: Any) -> Fragment:
    return "parade/hand.jinja", _hand(*shown)


def _hand(
    hand: tuple[str, ...], discards: bool, own: bool, back: str, discarded: tuple[str, ...]
) -> dict[str, Any]:
    """`back` is the table to which the viewer may come back."""
    held = _held()
    return {
        "seen": "",
        "discards": discards,
        "own": own,
        "stand_in": back != "",
        "cards": [held[card] for card in hand],
        "pairs": "",
        "back": reverse("back", args=[back]) if back else "",
        "chosen": texts.names([in_a_sentence(card) for card in discarded]),
    }


def _pairs(scene: Scene, seat: int) -> dict[str, Any]:
    """What each two cards would do that are discarded."""
    now, preview = scene.view["scores"][seat], scene.rules.preview(scene.view, seat)
    pairs = {
        "+".join(move["cards"]): texts.change_points(what["scores"][seat] - now) for move, what in preview
    }
    return {"cards": [_pick(card, True) for card in scene.view["hand"]], "pairs": json.dumps(pairs)}


def _choices(scene: Scene, seat: int) -> dict[str, Any]:
    """What each card would do that is played."""
    now, size = scene.view["scores"][seat], len(scene.view["parade"])
    preview = scene.rules.preview(scene.view, seat)
    return {"cards": [_choice(move["card"], what, seat, now, size) for move, what in preview]}


def _choice(card: str, what: dict[str, Any], seat: int, now: int, size: int) -> SafeString:
    after, reach, takes = what["scores"][seat], what["reach"], what["takes"]
    said = _said(card, len(takes), reach, size)
    numbers = {
        "takes": " ".join(takes),
        "gain": texts.change_points(after - now),
        "after": after,
        "reach": reach,
    }
    return SafeString(_pick(card, False).format(**numbers, **said))


def _said(card: str, takes: int, reach: int, size: int) -> dict[str, str]:
    found = {"words": consequence(card, takes), "within": within(card, reach), "safe": safe(size - reach)}
    return {name: escaped(text) for name, text in found.items()}
