"""What each take of the one to move would do, as their page is told it. May touch the scene and the cards' words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards.fragments import MANY, by_language
from games.boards.fragments import gettext as _
from games.boards.scene import Scene
from games.tea_time.board.cards import FACE_NAMES, character_of
from games.tea_time.board.texts import consequence
from games.tea_time.rules.rules import ALICE, CHARACTERS

# Of a character: how many are held and with which face on top.
Held = tuple[int, str]


class Take(NamedTuple):
    """A take in words, by how much it changes the score, and all that the page is told of it: in JSON these two, the
    score then, and by character what is held of it then, if that changes."""

    words: str
    gain: str
    json: str


def cell(place: Sequence[int]) -> str:
    return f"{place[0]}-{place[1]}"


def takes_of(scene: Scene) -> dict[str, Take]:
    """By the cells of the take, `0-1 0-2`."""
    view, seat = scene.view, scene.viewer
    assert seat is not None
    before, score, alice = _held(view["held"][seat]), view["scores"][seat], view["alice"]
    found = {}
    for move, what in scene.rules.preview(view, seat):
        after = what["scores"][seat]
        changes = _changes(before, what), _of_alice(alice == seat, what["alice"] == seat)
        found[" ".join(map(cell, move["cells"]))] = _take(consequence(what), after - score, after, *changes)
    return found


def as_json(takes: Mapping[str, Take]) -> SafeString:
    """All of them in JSON, as it may stand in a page."""
    each = [f'"{cells}":{take.json}' for cells, take in takes.items()]
    return SafeString("{" + ",".join(each) + "}")


def _written(words: str, gain: int, score: int, changes: tuple[tuple[str, Held], ...], alice: str) -> Take:
    held = {character: _amount(*now) for character, now in changes}
    if alice:
        held[ALICE] = _("yours") if alice == "yours" else _("laid")
    said = words, shared.change(gain)
    written = json.dumps([*said, str(score), held], ensure_ascii=False, separators=(",", ":"))
    return Take(*said, written.replace("<", "\\u003c"))


# A page shows some hundred takes, and most come again on the next one.
_take = by_language(_written, MANY)


def _held(held: Sequence[Mapping[str, Any]]) -> dict[str, Held]:
    return {each["character"]: (each["count"], each["face"]) for each in held}


def _changes(before: Mapping[str, Held], what: Mapping[str, Any]) -> tuple[tuple[str, Held], ...]:
    """Of the characters that are taken, each with what is held of it then."""
    taken, after = {character_of(card) for card in what["takes"]}, _held(what["held"])
    found = [(each, after.get(each, (0, ""))) for each in CHARACTERS if each in taken]
    return tuple([(each, now) for each, now in found if now != before.get(each, (0, ""))])


def _amount(count: int, face: str) -> str:
    return f"{count} {FACE_NAMES[face]}" if count else _("none")


def _of_alice(before: bool, after: bool) -> str:
    if before == after:
        return ""
    return "yours" if after else "laid"
