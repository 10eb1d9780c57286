"""The client of a benchmark (scripts/bench/race.py): it reads the race's board and makes its forms."""

from __future__ import annotations

import re

FLIP = re.compile(r'name="flip" value="(\d+)"')
NEWEST = re.compile(r'class="newest"><svg[^>]*><use href="[^"#]*#([a-z0-9-]+)"')
CARD = re.compile(r'name="card" value="([a-z0-9-]+)"')
ACT = re.compile(r'name="(do|swap|drop)" value="([^"]+)"')


class Racer:
    """One seat, and what it was last shown."""

    def __init__(self) -> None:
        self.cards: list[str] = []
        self.acts: list[tuple[str, str]] = []
        self.flip, self.newest = "0", ""

    def take_in(self, html: str) -> None:
        if flip := FLIP.search(html):
            self.flip = flip[1]
            self.newest = match[1] if (match := NEWEST.search(html)) else ""
        if 'id="hand"' in html:
            self.cards = CARD.findall(html)
        if 'id="acts"' in html:
            self.acts = ACT.findall(html[html.index('id="acts"') :].split("</div>")[0])

    def claim(self) -> str:
        """Return the fields that lay the newest card, if the seat holds one like it; else ""."""
        return f"card={self.newest}&flip={self.flip}" if self.newest and self.newest in self.cards else ""

    def action(self) -> str:
        """Return the fields of the first action that the board asks for; "" if it asks for none."""
        if not self.acts:
            return ""
        name, value = self.acts[0]
        return f"{name}={value.replace(' ', '+')}&flip={self.flip}"
