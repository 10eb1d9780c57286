"""The weights of Wonderland's hard bot make sense to a player, and its guesses fit."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.rules import core
from games.wonderland.rules import kernel, search, value
from games.wonderland.rules import table as tables
from tests.rules import driver

GAME = core.game("wonderland")


def table_with(*books: list[int], cards: int = 5) -> tables.Table:
    """Return a table between two turns with these notebooks and that many cards until the end."""
    table = tables.table_of(driver.begin("wonderland", len(books), {}, "books")[0].state)
    table.books = [list(book) for book in books]
    for pile in range(1 if len(books) == 2 else 2):
        table.downs[pile] = table.downs[pile][: cards // 2 if pile else cards - cards // 2 * (len(books) > 2)]
    return table


def test_at_the_end_a_notebook_is_worth_its_points() -> None:
    table = table_with([3, 2, 2, 2, 1, 1], [1, 0, 0, 0, 0, 0])
    table.ending = True
    assert value.ends(table) == ([25, 1], 0)
    table.groups = "square"
    assert value.ends(table) == ([27, 1], 0)


@pytest.mark.parametrize("seats", GAME.SEATS)
@pytest.mark.parametrize("groups", ["linear", "square"])
def test_the_learnt_value_makes_sense_to_a_player(seats: int, groups: str) -> None:
    """The match goes on longer with more cards, a card that a set lacks comes soon, and chance counts more early."""
    almost, far = [1, 1, 1, 1, 0, 0], [4, 0, 0, 0, 0, 0]
    late = table_with(almost, *[far] * (seats - 1), cards=2)
    early = table_with(almost, *[far] * (seats - 1), cards=9)
    assert value.cards_to_end(late) == 2 < value.cards_to_end(early) == 9
    for table in (late, early):
        table.groups = groups
    (soon, *_), small = value.ends(late)
    (later, *others), large = value.ends(early)
    assert soon < later and small < large
    if groups == "linear":
        assert later > max(others)


@pytest.mark.parametrize("seats", GAME.SEATS)
@pytest.mark.parametrize("groups", ["linear", "square"])
@pytest.mark.parametrize(
    ("book", "share"),
    # Notebooks with many cards come later in a match.
    [([1, 1, 1, 0, 0, 0], 1), ([2, 1, 1, 1, 0, 0], 1), ([2, 2, 1, 1, 1, 1], 0.8), ([3, 3, 3, 2, 2, 1], 0.7)],
)
def test_one_card_more_until_the_end_changes_points_and_spread_little(
    seats: int, groups: str, book: list[int], share: float
) -> None:
    """Points hardly fall with one card more, and grow by at most two and a half times the mean step: moves that leave
    different numbers of cards are compared with one another."""
    points, spreads = [], []
    for cards in range(1, int(share * value.LONGEST[seats]) + 1):
        table = table_with(*[book] * seats, cards=cards)
        table.groups = groups
        assert value.cards_to_end(table) == cards
        ends, spread = value.ends(table)
        points.append(sum(ends) / seats)
        spreads.append(spread)
    steps = [later - sooner for sooner, later in pairwise(points)]
    mean = sum(steps) / len(steps)
    assert -0.5 * mean < min(steps) and max(steps) < 2.5 * mean
    assert all(later > 0.8 * sooner for sooner, later in pairwise(spreads))


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_a_guess_fits_the_view_and_leaves_every_tunnel_standing(seats: int) -> None:
    for number in range(30):
        played, chance = driver.begin("wonderland", seats, {}, f"guess {number}")
        states = [step.state for step in driver.walk(played, chance, Random(number))]
        state = states[number * len(states) // 30]
        true = tables.table_of(state)
        guess = search.Worlds(GAME.view(state, state.turn), Random(number)).guess()
        for name in ("ups", "keys", "books", "discards", "hall", "hand", "turn", "phase", "ending"):
            assert getattr(guess, name) == getattr(true, name), name
        assert [len(down) for down in guess.downs] == [len(down) for down in true.downs]
        assert guess.counts == [tables.counted(tunnel) for tunnel in guess.tunnels]
        assert not any(kernel.falls(counts) for counts in guess.counts)
        assert _cards(guess) == _cards(true)


def test_a_guess_leaves_the_card_to_a_later_tunnel_that_is_the_only_one_to_fit_there() -> None:
    played, _chance = driver.begin("wonderland", 2, {}, "gaps")
    table = tables.table_of(played.state)
    # A third card of the second kind would make the other seat's tunnel collapse.
    table.tunnels[0][:], table.tunnels[1][:] = [], [1, 1]
    table.counts[0][:], table.counts[1][:] = [0] * 6, [0, 2, 0, 0, 0, 0]
    hidden = [0, 1, 1]
    assert search._fill(table, [(0, 0), (1, 0)], hidden)
    assert [entry & 7 for entry in table.tunnels[0]] == [1]
    assert [entry & 7 for entry in table.tunnels[1]] == [0, 1, 1]
    assert (table.counts, hidden) == ([[0, 1, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0]], [1])
    assert not search._fill(table, [(1, 0)], hidden)


def _cards(table: tables.Table) -> list[int]:
    """Return how many of each kind lie where their owner can't know them all: in the piles and the tunnels."""
    lying = [card for down in table.downs for card in down]
    lying += [entry & 7 for tunnel in table.tunnels for entry in tunnel]
    return [lying.count(kind) for kind in range(6)]
