"""The unseen cards that would make a tunnel collapse: the text explains the chance, and is counted from the view
alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.boards.language import speaking
from games.rules import core
from games.wonderland.board.alike import Seen, Takes, alone, pairs, seen
from games.wonderland.rules.state import EVERYONE, KINDS, Pile, State
from tests.wonderland.hidden import redeal
from tests.wonderland.tables import GAME, moments, table, tunnel
from tests.wonderland.test_board import parts

View = Callable[[State, int], core.View]


def choices(seed: int) -> Iterator[State]:
    """Yield the states of a match in which a seat has to choose a pile."""
    return (state for state, _move, _events in moments(seed) if state.phase in ("explore", "choice"))


def chance_shown(table: Seen, takes: Takes) -> float:
    """Return the chance that follows from the text: the share of the pairs of unseen cards, or of single ones, that
    make it collapse."""
    cards = [kind for kind, count in zip(KINDS, table.unseen, strict=True) for _ in range(count)]
    single, double = alone(table, takes), pairs(table, takes)
    if takes.count(None) == 1:
        return sum(card in single for card in cards) / len(cards)
    bad = 0
    for place, one in enumerate(cards):
        for other in cards[:place] + cards[place + 1 :]:
            alike = other if one == EVERYONE else one if other in (one, EVERYONE) else ""
            # Two crowds are two of anything.
            two = bool(double) if alike == EVERYONE else alike in double
            bad += one in single or other in single or two
    return bad / (len(cards) * (len(cards) - 1))


def test_the_cards_that_are_named_are_the_chance_that_is_shown() -> None:
    compared = 0
    for seed in range(3):
        for state in choices(seed):
            view = GAME.view(state, state.turn)
            hidden_cards = seen(view)
            for move, what in GAME.preview(view, state.turn)[::7]:
                if move["type"] == "explore" and None in what["takes"] and not hidden_cards.hidden:
                    takes = tuple(what["takes"])
                    if 0 < what["chance"] < 1:
                        assert chance_shown(hidden_cards, takes) == pytest.approx(what["chance"])
                        compared += 1
    assert compared > 20


def test_they_stand_beside_the_ring_by_kind_for_whoever_chooses_alone() -> None:
    state = table(phase="choice", tunnels=(tunnel("cat cat queen"), (), ()))
    mine = parts(state, 0)["ring"]
    # Nine cards are in notebooks and three in the tunnel, of 68.
    assert "of 56 unseen cards bring it down:" in mine
    assert "Two alike" not in mine and "So do two alike:" in mine
    for viewer in (1, 2, None):
        assert "bring it down" not in parts(state, viewer)["ring"]


def test_a_hatters_gift_counts_for_nothing() -> None:
    state = table(phase="choice", tunnels=(tunnel("cat cat", hatter="queen"), (), ()))
    assert "Whatever a hatter gave you, these bring it down:" in parts(state, 0)["ring"]


@pytest.mark.parametrize(("language", "caption"), [("en", "1 hidden 3 hidden"), ("fr", "1 cachée 3 cachées")])
def test_a_pile_says_how_many_of_its_cards_are_hidden(language: str, caption: str) -> None:
    state = table()
    state = state._replace(piles=(Pile(("cat",)), Pile(("cat",) * 3), *state.piles[2:]))
    with speaking(language):
        captions = re.findall(r'class="cap"><span class="vh">(.*?)</span>', parts(state)["ring"])
    assert " ".join(captions[:2]) == caption


def honest(state: State, seat: int) -> core.View:
    return GAME.view(state, seat)


def leaky(state: State, seat: int) -> core.View:
    """Return the view as if the seat had looked at all the piles."""
    view = honest(state, seat)
    for pile_view, pile in zip(view["piles"], state.piles, strict=True):
        pile_view["peeked"] = next(iter(pile.down), None)
    return view


def told_apart(view: View) -> bool:
    """Return True if the board of the seat that chooses changes with what it can't know."""
    return any(drawn(view, state) != drawn(view, twin) for state, twin in twins())


def twins() -> Iterator[tuple[State, State]]:
    for state in choices(2):
        yield state, GAME.load(redeal(GAME.dump(state), state.turn, Random(7)))


def drawn(view: View, state: State) -> dict[str, str]:
    view_data: Any = view(state, state.turn)
    return parts(state, state.turn, view=view_data)


def test_the_choices_do_not_depend_on_unseen_cards() -> None:
    assert not told_apart(honest)


def test_a_board_that_counts_what_lies_there_is_caught() -> None:
    assert told_apart(leaky)
