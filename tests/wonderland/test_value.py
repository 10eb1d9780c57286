"""The weights of Wonderland's hard bot: how they are made, and that they make sense to a player."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import core
from games.wonderland.rules import kernel, learning, search, value
from games.wonderland.rules import table as tables
from tests.rules import driver

GAME = core.game("wonderland")


def test_the_same_seed_makes_the_same_samples_and_another_seed_others() -> None:
    assert learning.samples("linear", 3, 1) == learning.samples("linear", 3, 1)
    assert learning.samples("linear", 3, 1) != learning.samples("linear", 3, 2)


def test_at_the_end_a_notebook_is_worth_its_points() -> None:
    assert value.expected((3, 2, 2, 2, 1, 1), 0, "linear") == 25
    assert value.expected((3, 2, 2, 2, 1, 1), 0, "square") == 27


def test_a_notebook_that_lacks_one_card_to_a_set_will_grow_more_than_one_that_lacks_four() -> None:
    almost, far = (1, 1, 1, 1, 0, 0), (4, 0, 0, 0, 0, 0)
    assert value.expected(almost, 10, "linear") > value.expected(far, 10, "linear")


def test_the_chances_add_up_and_the_leader_has_the_most_the_later_the_more() -> None:
    early, late = value.chances([30, 20, 20], 12), value.chances([30, 20, 20], 1)
    assert sum(early) == pytest.approx(1) and 1 / 3 < early[0] < late[0]
    assert value.chances([30, 29, 29], 0) == [1, 0, 0]


def test_a_lead_says_less_at_two_seats_than_among_three() -> None:
    assert value.chances([30, 20], 4)[0] < value.chances([30, 20, -1000], 4)[0]


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_the_turns_to_come_follow_the_piles_that_will_be_empty_first(seats: int) -> None:
    """The number of face-down cards says little: many are left when the match ends."""
    table = tables.table_of(driver.begin("wonderland", seats, {}, "turns")[0].state)
    early = value.turns(table, value.remaining(table))
    for pile in range(1 if seats == 2 else 2):
        del table.downs[pile][1:], table.ups[pile][:]
    late = value.turns(table, value.remaining(table))
    assert max(late) == late[table.turn] < min(early) and max(late) < 1.5
    table.ending = True
    assert value.turns(table, value.remaining(table)) == [0] * seats


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
