"""The effects of a card, as the board shows them before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.parade.rules import rules
from games.parade.rules.rules import COLOUR
from games.rules import core


class Choice(NamedTuple):
    """`takes` are the cards that it takes, with spaces between them, and `taken` is their number.

    `counts` tells of each colour that it takes how many cards the seat has then, whether they are a majority, and
    what they count: `red:3:1:3 blue:1:0:8`. `scores` tells of each seat whose points change how many they are then:
    `0:12 2:7`."""

    card: str
    takes: str
    taken: int
    reach: int
    change: int
    counts: str
    scores: str


def choice(
    view: core.View, columns: Sequence[rules.Columns], seat: int, card: str, what: dict[str, Any]
) -> Choice:
    """Return the choice of a card. `columns` are the present columns of all seats."""
    takes, now, then = what["takes"], view["scores"], what["scores"]
    scores = [f"{seat}:{then[seat]}" for seat in range(len(now)) if then[seat] != now[seat]]
    counts = _counts(columns, seat, takes) if takes else ""
    change = then[seat] - now[seat]
    return Choice(card, " ".join(takes), len(takes), what["reach"], change, counts, " ".join(scores))


def _counts(columns: Sequence[rules.Columns], seat: int, takes: Sequence[str]) -> str:
    choices = []
    for colour in dict.fromkeys(COLOUR[card] for card in takes):
        values, crowned = rules.column_with(columns, seat, colour, takes)
        choices.append(f"{colour}:{len(values)}:{int(crowned)}:{rules.worth(values, crowned)}")
    return " ".join(choices)
