"""The coach's texts for Tea Time: the points of a run, the pairs that cancel, and what is left for the next seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from django.utils.safestring import SafeString

from games.boards import texts
from games.boards.contract import Cards, CoachTexts, Found, Small
from games.boards.language import gettext as _
from games.rules import core
from games.rules.chance import Given
from games.tea_time.board.cards import face, in_a_sentence
from games.tea_time.board.texts import cancels, listed
from games.tea_time.rules import rules
from games.tea_time.rules.view import determinize, preview
from games.tea_time.rules.view import view as seen


class TeaTimeCoach(CoachTexts):
    def name(self, view: core.View, move: core.Move) -> str:
        """Return the names of the cards, with their places if there are others like them."""
        takes = _consequence(view, move)["takes"]
        alike = [what for _each, what in preview(view, view["you"]) if what["takes"] == takes]
        if len(alike) == 1:
            return listed(takes)
        lying = zip(takes, sorted(move["cells"]), strict=True)
        return texts.names([f"{in_a_sentence(card)} ({_cell(*cell)})" for card, cell in lying])

    def reasons(self, view: core.View, best: Found, other: Found, names: Sequence[str]) -> Iterable[str]:
        yield self._now(view, best.move)
        yield from (f"{cancels(pairs)}." for pairs in _consequence(view, best.move)["cancelled"])
        yield self._now(view, other.move)
        yield from self._left(view, best.move, other.move, names)

    def _now(self, view: core.View, move: core.Move) -> str:
        before = view["scores"][view["you"]]
        after = _consequence(view, move)["scores"][view["you"]]
        text = (
            _("“%(cards)s” leaves your score at %(after)d for now.")
            if after == before
            else _("“%(cards)s” takes your score from %(before)d to %(after)d at once.")
        )
        return text % {"cards": self.name(view, move), "before": before, "after": after}

    def _left(
        self, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
    ) -> Iterable[str]:
        """Yield the most points that the next seat can then take."""
        one, two = _most(view, best), _most(view, other)
        if one is None or two is None or one == two:
            return
        text = _("The most that %(name)s can gain then is %(one)s, after “%(other)s” %(two)s.")
        name = names[(view["you"] + 1) % len(names)]
        values = {"one": texts.change(one), "two": texts.change(two)}
        yield text % {**values, "name": name, "other": self.name(view, other)}

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(card) for card in _consequence(view, move)["takes"]]

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        return [f"c-{row}-{column}" for row, column in move["cells"]]

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        cells = [
            Small(f"c-{row}-{column}", face(card) if card else SafeString(""))
            for row, cards in enumerate(view["grid"])
            for column, card in enumerate(cards)
        ]
        grid = Cards(_("The table"), cells, columns=len(view["grid"][0]))
        return [grid, *(Cards(names[seat], held) for seat, held in enumerate(_held(view)) if held)]


def _cell(row: int, column: int) -> str:
    return _("row %(row)d, column %(column)d") % {"row": row + 1, "column": column + 1}


def _held(view: core.View) -> list[list[Small]]:
    """Return for each seat a card of each character that it holds, with their number."""
    rows = [[Small("", face(each), str(each["count"])) for each in held] for held in view["held"]]
    if view["alice"] is not None:
        rows[view["alice"]].append(Small("", face(rules.ALICE)))
    return rows


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    cells = sorted(move["cells"])
    return next(what for each, what in preview(view, view["you"]) if sorted(each["cells"]) == cells)


def _most(view: core.View, move: core.Move) -> int | None:
    """Return by how much the next seat's score can rise in this round's grid, None if the move empties the grid.

    The grid is public, so the result doesn't depend on the guessed order of the deck.
    """
    state = determinize(view, Random(0))
    after, _events = rules.apply(state, view["you"], move, 0, Given([]))
    if rules.round_of(after) != view["round"] or not any(after.grid):
        return None
    there = seen(after, after.seat)
    now = there["scores"][after.seat]
    return int(max(what["scores"][after.seat] for _move, what in preview(there, after.seat)) - now)
