"""The effects of all takes of the seat in turn, for the script of its page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards.language import by_language
from games.tea_time.board.columns import column_now
from games.tea_time.board.texts import effects
from games.tea_time.rules import rules
from games.tea_time.rules.rules import ALICE, CHARACTERS, FACES, GRIDS, INDEX, Holding
from games.tea_time.rules.view import FACE

ENCODED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
# A card of the grid and its face.
Shown = tuple[str, int]


class Effect(NamedTuple):
    """The effect of taking cards: in words, and as a change of the score in numbers and words.

    `start` and `end` are the JSON for the page before and after the new score. They include the columns that change,
    with their new numbers.
    """

    words: str
    gain: int
    said: str
    start: str
    end: str


def takes_text(
    seats: int, cells: Sequence[str | None], holding: Holding, mine: bool, score: int, most: int
) -> SafeString:
    """Return as JSON, safe for a page, the effect of each take of up to `most` cards by its cells in reading order
    (`0-1 0-2`). `mine` says whether the seat has Alice."""
    columns = GRIDS[seats].columns
    cards = [(card or "", face) for card, face in zip(cells, FACES[seats], strict=True)]
    counts = [holding[INDEX[card]] if card in INDEX else 0 for card in cells]
    names = [f"{place // columns}-{place % columns}" for place in range(len(cards))]
    entries = []
    for run, _move in rules.runs(cells, seats, most):
        taken, before = tuple([cards[place] for place in run]), tuple([counts[place] for place in run])
        _words, gain, _said, start, end = effect(taken, before, mine, most == 1)
        entries.append(f'"{" ".join([names[place] for place in run])}":{start}{score + gain}{end}')
    return SafeString("{" + ",".join(entries) + "}")


def alone(drawing: str, held: int, mine: bool, most: int) -> Effect:
    """Return the effect of one card for a seat that holds that many of its character, negative for mirror images."""
    character, _, mirror = drawing.partition("-")
    return effect(((character, FACE["mirror" if mirror else "normal"]),), (held,), mine, most == 1)


# A page shows some hundred takes, and most of them are also on the next page.
@by_language
def effect(taken: tuple[Shown, ...], before: tuple[int, ...], mine: bool, first: bool) -> Effect:
    """Return the effect of cards for a seat.

    `before` is how many of each card's character it holds, `first` says whether it is the first turn of a round. Other
    characters don't matter.
    """
    counts = {card: count for (card, _face), count in zip(taken, before, strict=True)}
    holding = tuple([counts.get(character, 0) for character in CHARACTERS])
    after, pairs = rules.settle(holding, taken)
    alice = rules.holder(0 if mine else None, 0, 1 if first else 2, taken) == 0
    gain = rules.score(after, alice) - rules.score(holding, mine)
    joined, held = _changed(holding, after)
    if alice != mine:
        held[ALICE] = column_now(ALICE, int(alice))
    words = effects(rules.cancelled(pairs), joined, alice - mine)
    change = shared.change(gain)
    return Effect(
        words, gain=gain, said=change, start=f'[{_json(words)},{_json(change)},"', end=f'",{_json(held)}]'
    )


def _json(what: object) -> str:
    return ENCODED(what).replace("<", "\\u003c")


def _changed(
    before: Holding, after: Holding
) -> tuple[dict[str, int], dict[str, tuple[int, int, int | None]]]:
    """Return by character how many cards of a take are held after it, and the new numbers of the columns that
    change."""
    joined, columns = {}, {}
    for character, was, now in zip(CHARACTERS, before, after, strict=True):
        more = abs(now) - (abs(was) if was * now > 0 else 0)
        if more > 0:
            joined[character] = more
        if abs(now) != abs(was):
            columns[character] = column_now(character, abs(now))
    return joined, columns
