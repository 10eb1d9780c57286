"""Tea Time's texts: whose turn it is, what a move did or would do, refusals; and the move that a form sends."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards import results, texts
from games.boards.contract import PicturedMove, TakenCards
from games.boards.fields import Form
from games.boards.language import by_language, ngettext
from games.boards.language import gettext as _
from games.boards.scene import Entry, Scene
from games.rules import core
from games.tea_time.board.cards import Card, characters_named, drawing_of, face, headed, named
from games.tea_time.rules.rules import ALICE, ALICE_POINTS, POINTS

CELL = re.compile(r"\d{1,4}-\d{1,4}", re.ASCII)

REFUSALS: dict[str, Any] = {
    "no_cell": gettext_lazy("Choose at least one card."),
    "no_such_cell": gettext_lazy("A cell is a row and a column."),
    "off_grid": gettext_lazy("That cell is off the grid, which has %(rows)d rows and %(columns)d columns."),
    "empty_cell": lambda row, column, **_p: (
        _("There is no card any more in row %(row)d, column %(column)d.")
        % {"row": row + 1, "column": column + 1}
    ),
    "same_cell_twice": gettext_lazy("The same card was chosen twice."),
    "too_many": ngettext_lazy(
        "This turn takes one card, and no more.", "This turn takes up to %(limit)d cards.", "limit"
    ),
    "not_in_line": gettext_lazy("Those cards don't lie on one straight line."),
    "not_consecutive": gettext_lazy("Those cards don't lie next to each other, without a gap."),
}


def headline(scene: Scene) -> tuple[str, str]:
    if scene.outcome:
        return results.headline(scene)
    where = _where(scene)
    if not scene.acts:
        return texts.whose_turn(scene, scene.view["to_act"]), where
    return _("Your turn"), where


def ended(scene: Scene) -> str:
    """Return why the match ended, as the last grid is empty and no other is dealt."""
    text = ngettext("%(count)d round was played.", "All %(count)d rounds were played.", scene.view["rounds"])
    return text % {"count": scene.view["rounds"]}


def _where(scene: Scene) -> str:
    """Return for example `round 2 of 3`, with who begins during the round's first turn: `round 2 of 3, Ada begins`."""
    view = scene.view
    where = _("round %(round)d of %(rounds)d") % {"round": view["round"], "rounds": view["rounds"]}
    if view["round"] == view["rounds"]:
        where = _("the last round")
    if view["turn"] > 1:
        return where
    if scene.you == view["seat"]:
        return _("%(round)s, you begin") % {"round": where}
    return _("%(round)s, %(name)s begins") % {"round": where, "name": scene.name(view["seat"])}


def labels(most: int) -> str:
    """Return as JSON, for the page's script, the label of the button for each number of chosen cards."""
    words = [_("Take"), _("Take one card"), _("Take two cards"), _("Take three cards")]
    return json.dumps(words[: most + 1])


def first_cards(lays_alice: bool, points: int, first: bool) -> str:
    """Say by how much most cards of the grid would change the score, and of first cards why."""
    numbers = {"none": POINTS[0], "one": POINTS[1], "change": texts.change(points)}
    if first and lays_alice:
        return _("No card of a character: %(none)d. One: %(one)d. Without Alice: %(change)s.") % numbers
    if first:
        return _("No card of a character: %(none)d points. One: %(one)d (%(change)s).") % numbers
    if lays_alice:
        text = _("Every card without a number: %(change)s, counting Alice's lost %(alice)d.")
        return text % {**numbers, "alice": ALICE_POINTS}
    return _("Every card without a number: %(change)s.") % numbers


def sentence(entry: Entry, names: Sequence[str], you: int | None, without: str = "") -> str:
    """Return for example `Ada took a mirror cat and Alice. Rabbit: 1 pair cancels. Round 2: Ada begins.` Events of the
    kind `without` are left out."""
    told = [_happened(event, names, you) for event in entry.events if event["event"] != without]
    return " ".join(filter(None, told))


def _happened(event: core.Event, names: Sequence[str], you: int | None) -> str:
    if event["event"] == "took":
        values, mine = {"cards": listed(event["cards"]), "name": names[event["seat"]]}, event["seat"] == you
        return (_("You took %(cards)s.") if mine else _("%(name)s took %(cards)s.")) % values
    if event["event"] == "cancelled":
        return f"{cancels(event)}."
    if event["event"] == "round":
        values, mine = {"number": event["number"], "name": names[event["first"]]}, event["first"] == you
        text = _("Round %(number)d: you begin.") if mine else _("Round %(number)d: %(name)s begins.")
        return text % values
    return ""


def pictured(entry: Entry, names: Sequence[str], you: int | None) -> PicturedMove:
    """Return the cards taken, and as text what cancels and who begins next."""
    took = entry.cards("took")
    rule = _("side by side") if len(took) > 1 else ""
    words = sentence(entry, names, you, without="took")
    return PicturedMove((), [TakenCards([face(card) for card in took], rule)], words)


def why(entry: Entry) -> str:
    """Return for example `They lay side by side on one line. Rabbit: a normal and a mirror card leave together.`"""
    return " ".join(text for event in entry.events if (text := _reason(event)))


def _reason(event: core.Event) -> str:
    if event["event"] == "took" and len(event["cards"]) > 1:
        return _("They lay side by side on one line.")
    if event["event"] == "cancelled":
        text = _("%(who)s: a normal and a mirror card leave together.")
        return text % {"who": headed(event["character"])}
    return ""


def listed(cards: Sequence[Card]) -> str:
    """Return for example `two mirror cats and Alice`."""
    return _listed(tuple([drawing_of(card) for card in cards]))


@by_language
def _listed(drawings: tuple[str, ...]) -> str:
    """Return the names, with a number where a card comes several times."""
    return texts.names([named(drawing, count) for drawing, count in Counter(drawings).items()])


def cancels(pairs: Mapping[str, Any]) -> str:
    """Return for example `Rabbit: 1 pair cancels`."""
    text = ngettext("%(who)s: %(count)d pair cancels", "%(who)s: %(count)d pairs cancel", pairs["pairs"])
    return text % {"who": headed(pairs["character"]), "count": pairs["pairs"]}


def consequence(takes: Sequence[Card], cancelled: Sequence[Mapping[str, Any]]) -> str:
    """Return the effect of a take apart from the points: `A mirror cat and Alice. Nothing cancels`."""
    pairs = "; ".join(map(cancels, cancelled))
    text = _("%(cards)s. %(cancelled)s") % {
        "cards": listed(takes),
        "cancelled": pairs or _("Nothing cancels"),
    }
    return text[:1].upper() + text[1:]


def effects(cancelled: Sequence[Mapping[str, Any]], joined: Mapping[str, int], alice: int) -> str:
    """Return what becomes of the cards of a take: `Hatter cancels, rabbit and Alice join`. `alice` is 1 if she comes,
    -1 if she is laid."""
    pairs = {entry["character"]: entry["pairs"] for entry in cancelled}
    comes = {**joined, ALICE: 1} if alice > 0 else joined
    parts = [
        ngettext("%(who)s cancels", "%(who)s cancel", sum(pairs.values())) % {"who": _several(pairs)}
        if pairs
        else "",
        ngettext("%(who)s joins", "%(who)s join", sum(comes.values())) % {"who": _several(comes)}
        if comes
        else "",
        _("Alice is laid") if alice < 0 else "",
    ]
    text = ", ".join(filter(None, parts))
    return text[:1].upper() + text[1:]


def _several(counts: Mapping[str, int]) -> str:
    return texts.names([characters_named(character, count) for character, count in counts.items()])


def move_of_form(form: Form) -> core.Move:
    """Return the move that a form sends: `cell`, once for each card, as `row-column` from 0."""
    cells = form.getlist("cell")
    if not all(CELL.fullmatch(cell) for cell in cells):
        raise core.Refused("malformed")
    return {
        "type": form.get("type", "take"),
        "cells": [[int(number) for number in cell.split("-")] for cell in cells],
    }
