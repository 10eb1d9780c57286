"""What can be done, and what was done: moves with their consequences, events, and the move that a button sends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.boards import texts
from games.boards.language import gettext as _
from games.boards.plain.values import is_nothing, is_seat, labelled, said, title, unseen, words
from games.boards.scene import Entry
from games.rules import core

# The field of the form, and as much as a move may need of it.
FIELD, LONGEST = "choice", 4000


def named(move: core.Move, names: Sequence[str]) -> str:
    """`Play: green 3`; `Swap: Ada`; a move that is nothing but its type is its title."""
    fields = [_field(name, value, names) for name, value in move.items() if name != "type"]
    what = ", ".join(each for each in fields if each)
    if not what:
        return title(move["type"])
    return _("%(what)s: %(which)s") % {"what": title(move["type"]), "which": what}


def _field(name: str, value: Any, names: Sequence[str]) -> str:
    """A number needs its name, a card or a person doesn't; what may be left out is left out."""
    if isinstance(value, bool):
        return words(name) if value else ""
    if isinstance(value, int | float) and not is_seat(name):
        return labelled(name, value, names)
    return _hidden(value) or said(value, names, name)


def _hidden(value: Any) -> str:
    """Cards that the viewer may not know, by their number; "" of all else."""
    if isinstance(value, list) and value and all(each is None for each in value):
        return unseen(len(value))
    return unseen(1) if value is None else ""


def consequence(view: core.View, what: Mapping[str, Any], names: Sequence[str]) -> str:
    """A preview's consequence in words, without what stays as it is and what isn't so: `takes: green 0; scores: Ada
    +4`."""
    found = [
        _effect(name, value, view.get(name), names) for name, value in what.items() if value != view.get(name)
    ]
    return "; ".join(each for each in found if each)


def _effect(name: str, value: Any, before: Any, names: Sequence[str]) -> str:
    if value is True:
        return words(name)
    if is_nothing(value) or value == 0:
        return ""
    text = _changes(value, before, names) if _is_score(value, before, names) else said(value, names, name)
    return _("%(what)s: %(which)s") % {"what": words(name), "which": text}


def _is_score(value: Any, before: Any, names: Sequence[str]) -> bool:
    """Return True if both are numbers by seat."""
    return all(
        isinstance(each, list) and len(each) == len(names) and all(type(number) is int for number in each)
        for each in (value, before)
    )


def _changes(after: Sequence[int], before: Sequence[int], names: Sequence[str]) -> str:
    changes = [(name, new - old) for name, new, old in zip(names, after, before, strict=True) if new != old]
    return ", ".join(f"{name} {texts.change(change)}" for name, change in changes)


def buttons(
    rules: core.Game, view: core.View, seat: int, names: Sequence[str]
) -> tuple[tuple[str, str, str], ...]:
    """The legal moves, from what the seat knows: what each sends, what it says, and what would come of it."""
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


def move_of_form(form: Mapping[str, Any]) -> core.Move:
    """The move of the button that was pressed; Refused `malformed` if there is none. The rules judge what it says."""
    text = form.get(FIELD, "")
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST:
        raise core.Refused("malformed")
    try:
        move = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise core.Refused("malformed") from error
    if not isinstance(move, dict):
        raise core.Refused("malformed")
    return move


def sentence(entry: Entry, names: Sequence[str]) -> str:
    """`Ada: Play: green 3. Took: green 0, red 3.` What happens to others is told with their names."""
    who = _("The clock") if entry.seat is None else names[entry.seat]
    sentences = [_("%(what)s: %(which)s") % {"what": who, "which": named(entry.move, names)}]
    sentences += [_happened(event, entry.seat, names) for event in entry.events if event["event"] != "over"]
    return " ".join(f"{each}." for each in sentences)


def _happened(event: core.Event, mover: int | None, names: Sequence[str]) -> str:
    fields = {name: value for name, value in event.items() if name not in ("event", "seat")}
    what = named({"type": event["event"]} | fields, names)
    seat = event.get("seat", mover)
    if seat == mover or seat is None:
        return what
    return _("%(what)s: %(which)s") % {"what": names[seat], "which": what}
