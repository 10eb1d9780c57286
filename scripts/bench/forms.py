"""A seat's form, filled in at random as a browser could send it. In any game a board's controls are fields.

A copy of the match tells which forms are legal moves, so that the server refuses nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from games.play.snapshot import Snapshot

# The beginning of each swapped element, and the id that it replaces or removes.
PIECES = re.compile(r"(?=<\w+ (?:id=\"[\w-]+\" )?hx-swap-oob=)")
SWAP = re.compile(r'<\w+ (?:hx-swap-oob="outerMorph" )?(?:id="(?P<id>[\w-]+)")?')
CONTROL = re.compile(r'<(input|button)\b([^>]*\bform="move"[^>]*)>')
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
MOST_TICKS = 3
TRIES = 1000

Pairs = list[tuple[str, str]]


class Controls:
    """A seat's board as the pushes have left it."""

    def __init__(self) -> None:
        self.html = ""

    def take_in(self, html: str) -> None:
        if 'id="board"' in html:
            self.html = html
            return
        for piece in PIECES.split(html):
            if swap := SWAP.match(piece):
                others = without(self.html, swap["id"]) if swap["id"] else self.html
                self.html = others + piece

    def found(self) -> list[tuple[str, dict[str, str]]]:
        """Return the enabled controls, as tag and attributes."""
        controls = [(tag, dict(ATTRIBUTE.findall(text))) for tag, text in CONTROL.findall(self.html)]
        return [(tag, attributes) for tag, attributes in controls if attributes.get("type") != "reset"]


def without(html: str, id: str) -> str:
    """Return the board without the element with that id."""
    at = html.find(f' id="{id}"')
    if at < 0:
        return html
    start = html.rindex("<", 0, at)
    tag = html[start + 1 :].split(" ", 1)[0]
    depth = 0
    for match in re.compile(rf"<(/?){tag}\b").finditer(html, start):
        depth += -1 if match[1] else 1
        if not depth:
            return html[:start] + html[html.index(">", match.end()) + 1 :]
    return html[:start]


def filled(controls: list[tuple[str, dict[str, str]]], rng: Random) -> Pairs:
    """Return a random form: one of each set of radio buttons, some boxes, one button."""
    pairs: Pairs = []
    sets: dict[tuple[str, str], list[Pairs]] = defaultdict(list)
    for tag, attributes in controls:
        name = attributes.get("name", "")
        pair = [(name, attributes.get("value", ""))] if name else []
        if tag == "button":
            sets[("button", "")].append(pair)
        elif attributes["type"] == "hidden":
            pairs += pair
        else:
            sets[(attributes["type"], name)].append(pair)
    for (kind, _name), several in sets.items():
        count = rng.randint(1, min(MOST_TICKS, len(several))) if kind == "checkbox" else 1
        for pair in rng.sample(several, count):
            pairs += pair
    return pairs


class Copy:
    """The match, played along move by move."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.game, self.rules = snapshot.table.game, snapshot.rules
        self.state, self.chance = snapshot.state, snapshot.stream()
        self.rng = Random(snapshot.table.pk)

    def awaited(self) -> int | None:
        """Return a seat that is to act; None after the end."""
        return next(iter(self.rules.to_act(self.state)), None)

    def move(self, seat: int, controls: Controls) -> str:
        """Return a legal move of that seat as the body of its form, and make it on the copy."""
        from django.http import QueryDict

        from games import boards
        from games.rules import core

        fields = controls.found()
        for _ in range(TRIES):
            body = urlencode(filled(fields, self.rng))
            try:
                move = boards.board_of(self.game).move_of_form(QueryDict(body))
                self.state, _events = core.play(
                    self.rules, self.state, seat=seat, move=move, at=0, chance=self.chance
                )
            except core.Refused:
                continue
            return body
        raise SystemExit(f"no legal move was found on {self.game}'s board: {fields}")
