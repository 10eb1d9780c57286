"""A seat's form, filled in at random as a browser could send it: whatever the game, a board's controls are fields.

Which of these forms is a legal move is asked of a copy of the match that the bench plays along, so that the server is
sent nothing that it refuses. The board must keep its controls in sections that have an id.
"""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from games.tables import Snapshot

SECTION = re.compile(r'<section (?:hx-swap-oob="\w+" )?id="([\w-]+)"')
CONTROL = re.compile(r'<(input|button)\b([^>]*\bform="move"[^>]*)>')
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
MOST_TICKS = 3
TRIES = 1000

Pairs = list[tuple[str, str]]


class Controls:
    """The sections of one seat's board as they were last pushed."""

    def __init__(self) -> None:
        self.sections: dict[str, str] = {}

    def take_in(self, html: str) -> None:
        if 'id="board"' in html:
            self.sections.clear()
        _before, *found = SECTION.split(html)
        self.sections.update(zip(found[::2], found[1::2], strict=True))

    def found(self) -> list[tuple[str, dict[str, str]]]:
        """Each control that may be used, as its tag and its attributes."""
        controls = [each for html in self.sections.values() for each in CONTROL.findall(html)]
        found = [(tag, dict(ATTRIBUTE.findall(text))) for tag, text in controls]
        return [(tag, each) for tag, each in found if each.get("type") != "reset"]


def filled(controls: list[tuple[str, dict[str, str]]], rng: Random) -> Pairs:
    """One of each set of radio buttons, some ticks, one button: as somebody who presses anything would send it."""
    pairs: Pairs = []
    sets: dict[tuple[str, str], list[Pairs]] = defaultdict(list)
    for tag, each in controls:
        name = each.get("name", "")
        pair = [(name, each.get("value", ""))] if name else []
        if tag == "button":
            sets[("button", "")].append(pair)
        elif each["type"] == "hidden":
            pairs += pair
        else:
            sets[(each["type"], name)].append(pair)
    for (kind, _name), several in sets.items():
        count = rng.randint(1, min(MOST_TICKS, len(several))) if kind == "checkbox" else 1
        for pair in rng.sample(several, count):
            pairs += pair
    return pairs


class Copy:
    """The match as its server has it, played along move by move."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.game, self.rules = snapshot.table.game, snapshot.rules
        self.state, self.chance = snapshot.state, snapshot.stream()
        self.rng = Random(snapshot.table.pk)

    def awaited(self) -> int | None:
        """A seat that is to act; None after the end."""
        return next(iter(self.rules.to_act(self.state)), None)

    def move(self, seat: int, controls: Controls) -> str:
        """A legal move of that seat as the body of its form, made on the copy as well."""
        from django.http import QueryDict

        from games import boards
        from games.rules import core

        there = controls.found()
        for _ in range(TRIES):
            body = urlencode(filled(there, self.rng))
            try:
                move = boards.move_of_form(self.game, QueryDict(body))
                self.state, _events = core.play(self.rules, self.state, seat, move, 0, self.chance)
            except core.Refused:
                continue
            return body
        raise SystemExit(f"no legal move was found on {self.game}'s board: {there}")
