"""Moves on the plain board: legal moves with their consequences, events in words, and the move of a form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.boards import texts
from games.boards.fields import Form
from games.boards.language import gettext as _
from games.boards.plain.values import in_words, is_nothing, is_seat, labelled, title, unseen, words
from games.boards.scene import Entry
from games.rules import core

# The form's field, and the longest move in characters.
FIELD, LONGEST = "choice", 4000


def named(move: core.Move, names: Sequence[str]) -> str:
    """Return `Play: green 3` or `Swap: Ada`; for a move with only a type, its title."""
    fields = [_field(name, value, names) for name, value in move.items() if name != "type"]
    what = ", ".join(field for field in fields if field)
    if not what:
        return title(move["type"])
    return _("%(what)s: %(which)s") % {"what": title(move["type"]), "which": what}


def _field(name: str, value: Any, names: Sequence[str]) -> str:
    """Return a field in words: a number with its name, a card or a person without, false as ""."""
    if isinstance(value, bool):
        return words(name) if value else ""
    if isinstance(value, int | float) and not is_seat(name):
        return labelled(name, value, names)
    return _hidden(value) or in_words(value, names, name)


def _hidden(value: Any) -> str:
    """Return hidden cards as their number; "" for anything else."""
    if isinstance(value, list) and value and all(card is None for card in value):
        return unseen(len(value))
    return unseen(1) if value is None else ""


def consequence(view: core.View, what: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a preview's consequence in words, without what stays the same or is false: `takes: green 0; scores: Ada
    +4`."""
    effects = [
        _effect(name, value, view.get(name), names) for name, value in what.items() if value != view.get(name)
    ]
    return "; ".join(effect for effect in effects if effect)


def _effect(name: str, value: Any, before: Any, names: Sequence[str]) -> str:
    if value is True:
        return words(name)
    if is_nothing(value) or value == 0:
        return ""
    text = _changes(value, before, names) if _is_score(value, before, names) else in_words(value, names, name)
    return _("%(what)s: %(which)s") % {"what": words(name), "which": text}


def _is_score(value: Any, before: Any, names: Sequence[str]) -> bool:
    """Return True if both are numbers by seat."""
    return all(
        isinstance(numbers, list)
        and len(numbers) == len(names)
        and all(type(number) is int for number in numbers)
        for numbers in (value, before)
    )


def _changes(after: Sequence[int], before: Sequence[int], names: Sequence[str]) -> str:
    changes = [(name, new - old) for name, new, old in zip(names, after, before, strict=True) if new != old]
    return ", ".join(f"{name} {texts.change(change)}" for name, change in changes)


def buttons(
    rules: core.Game, view: core.View, seat: int, names: Sequence[str]
) -> tuple[tuple[str, str, str], ...]:
    """Return the legal moves: what each button sends, its label, and the consequence as far as the seat knows."""
    return tuple(
        [
            (
                json.dumps(move, separators=(",", ":"), sort_keys=True),
                named(move, names),
                consequence(view, what, names),
            )
            for move, what in rules.preview(view, seat)
        ]
    )


def move_of_form(form: Form) -> core.Move:
    """Return the move of the pressed button. Refused `malformed` if there is none. The rules judge the move itself."""
    text = form.get(FIELD, "")
    if not 0 < len(text) <= LONGEST:
        raise core.Refused("malformed")
    try:
        move = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise core.Refused("malformed") from error
    if not isinstance(move, dict):
        raise core.Refused("malformed")
    return move


def sentence(entry: Entry, names: Sequence[str]) -> str:
    """Return `Ada: Play: green 3. Took: green 0, red 3.` Events of other seats have their names."""
    who = _("The clock") if entry.seat is None else names[entry.seat]
    sentences = [_("%(what)s: %(which)s") % {"what": who, "which": named(entry.move, names)}]
    sentences += [_happened(event, entry.seat, names) for event in entry.events if event["event"] != "over"]
    return " ".join(f"{text}." for text in sentences)


def _happened(event: core.Event, mover: int | None, names: Sequence[str]) -> str:
    fields = {name: value for name, value in event.items() if name not in ("event", "seat")}
    what = named({"type": event["event"]} | fields, names)
    seat = event.get("seat", mover)
    if seat == mover or seat is None:
        return what
    return _("%(what)s: %(which)s") % {"what": names[seat], "which": what}
