"""What each take of the one to move would do, as their page is told it. May touch the scene and the cards' words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.boards import texts as shared
from games.boards.fragments import MANY, by_language
from games.boards.fragments import gettext as _
from games.boards.scene import Scene
from games.tea_time.board.cards import FACE_NAMES
from games.tea_time.board.texts import consequence
from games.tea_time.rules import rules
from games.tea_time.rules.rules import ALICE, CHARACTERS, FACES, GRIDS, INDEX, Holding, Places
from games.tea_time.rules.view import cells_of, holding_of

ENCODED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
# A card of the grid and the face that it shows.
Shown = tuple[str, int]


class Take(NamedTuple):
    """A take in words, by how much it changes the score, and all that the page is told of it: in JSON these two, the
    score then, and by character what is held of it then, if that changes."""

    words: str
    gain: str
    json: str


def cell(place: Sequence[int]) -> str:
    return f"{place[0]}-{place[1]}"


@cache
def _cells(seats: int, run: Places) -> str:
    columns = GRIDS[seats].columns
    return " ".join([cell(divmod(place, columns)) for place in run])


def takes_of(scene: Scene) -> dict[str, Take]:
    """By the cells of the take, `0-1 0-2`."""
    view, seat = scene.view, scene.viewer
    assert seat is not None
    seats, turn, score, mine = len(view["held"]), view["turn"], view["scores"][seat], view["alice"] == seat
    cells, holding = cells_of(view), holding_of(view["held"][seat])
    cards = [(card or "", face) for card, face in zip(cells, FACES[seats], strict=True)]
    counts = [holding[INDEX[card]] if card in INDEX else 0 for card in cells]
    found = {}
    for run, _move in rules.runs(cells, seats, turn):
        taken, before = tuple([cards[place] for place in run]), tuple([counts[place] for place in run])
        words, gain, said, start, end = _effect(taken, before, mine, turn == 1)
        found[_cells(seats, run)] = Take(words, said, f"{start}{score + gain}{end}")
    return found


def as_json(takes: Mapping[str, Take]) -> SafeString:
    """All of them in JSON, as it may stand in a page."""
    each = [f'"{cells}":{take.json}' for cells, take in takes.items()]
    return SafeString("{" + ",".join(each) + "}")


def _found(
    taken: tuple[Shown, ...], before: tuple[int, ...], mine: bool, first: bool
) -> tuple[str, int, str, str, str]:
    """What these cards do for one who holds so many of each one's character (`before`, negative for mirror images) and
    Alice or not (`mine`), in a round's `first` turn or a later one: the words, by how much the score changes, that in words, and the JSON before and after the
    score. Other characters don't matter."""
    counts = {card: count for (card, _face), count in zip(taken, before, strict=True)}
    holding = tuple([counts.get(each, 0) for each in CHARACTERS])
    after, pairs = rules.settle(holding, taken)
    alice = rules.holder(0 if mine else None, 0, 1 if first else 2, taken) == 0
    words = consequence([rules.shown(*card) for card in taken], rules.cancelled(pairs))
    gain = rules.score(after, alice) - rules.score(holding, mine)
    held = _changes(holding, after)
    if alice != mine:
        held[ALICE] = _("yours") if alice else _("laid")
    said = shared.change(gain)
    return words, gain, said, f'[{_json(words)},{_json(said)},"', f'",{_json(held)}]'


# A page shows some hundred takes, and most come again on the next one.
_effect = by_language(_found, MANY)


def _json(what: object) -> str:
    return ENCODED(what).replace("<", "\\u003c")


def _changes(before: Holding, after: Holding) -> dict[str, str]:
    """Of the characters of which another number is held after it, that number."""
    changed = zip(CHARACTERS, before, after, strict=True)
    return {each: _amount(now) for each, was, now in changed if now != was}


@by_language
def _amount(count: int) -> str:
    return f"{abs(count)} {FACE_NAMES['normal' if count > 0 else 'mirror']}" if count else _("none")
