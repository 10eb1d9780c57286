"""A seat's form, filled in at random as a browser could send it: whatever the game, a board's controls are fields.

Which of these forms is a legal move is asked of a copy of the match that the bench plays along, so that the server is
sent nothing that it refuses.
"""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from games.play.snapshot import Snapshot

# Before each element that is swapped in, and which one it replaces or takes away.
PIECES = re.compile(r"(?=<\w+ (?:id=\"[\w-]+\" )?hx-swap-oob=)")
SWAP = re.compile(r'<\w+ (?:hx-swap-oob="outerMorph" )?(?:id="(?P<id>[\w-]+)")?')
CONTROL = re.compile(r'<(input|button)\b([^>]*\bform="move"[^>]*)>')
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
MOST_TICKS = 3
TRIES = 1000

Pairs = list[tuple[str, str]]


class Controls:
    """One seat's board as its pushes have left it."""

    def __init__(self) -> None:
        self.html = ""

    def take_in(self, html: str) -> None:
        if 'id="board"' in html:
            self.html = html
            return
        for piece in PIECES.split(html):
            if swap := SWAP.match(piece):
                kept = without(self.html, swap["id"]) if swap["id"] else self.html
                self.html = kept + piece

    def found(self) -> list[tuple[str, dict[str, str]]]:
        """Each control that may be used, as its tag and its attributes."""
        found = [(tag, dict(ATTRIBUTE.findall(text))) for tag, text in CONTROL.findall(self.html)]
        return [(tag, each) for tag, each in found if each.get("type") != "reset"]


def without(html: str, id: str) -> str:
    """The board without the element of that id, if it is there."""
    at = html.find(f' id="{id}"')
    if at < 0:
        return html
    start = html.rindex("<", 0, at)
    tag = html[start + 1 :].split(" ", 1)[0]
    depth = 0
    for each in re.compile(rf"<(/?){tag}\b").finditer(html, start):
        depth += -1 if each[1] else 1
        if not depth:
            return html[:start] + html[html.index(">", each.end()) + 1 :]
    return html[:start]


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
