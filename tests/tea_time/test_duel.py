"""The search of a round between two seats: it finds what trying everything finds, and ends when it has to."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from games.rules import core
from games.rules.budget import Budget
from games.tea_time.rules import kernel, policy, search, value
from games.tea_time.rules.duel import FIRST_TURNS, Duel
from games.tea_time.rules.kernel import Table
from games.tea_time.rules.rules import State
from tests.rules import driver

GAME = core.game("tea_time")
PLENTY = 10**6


def first_turn(number: int) -> Table:
    return kernel.table_of(driver.begin("tea_time", 2, {}, f"duel {number}")[0].state)


def late(number: int, is_last: bool = False, cards: int = 7) -> Table:
    """Return a table with at most that many cards of the first or the last round left."""
    table, chance = first_turn(number), Random(number)
    while is_last and table.deck:
        policy.play_round(table, value.values(table))
    while len([card for card in table.grid if card != kernel.EMPTY]) > cards:
        kernel.play_at_random(table, chance.random, 1)
    return table


def positions() -> Iterator[Table]:
    yield from [late(number) for number in range(8)]
    yield from [late(number, is_last=True) for number in range(8)]


def lead(table: Table, deck: int, values: value.Values, known: dict[object, float]) -> float:
    """Return by how much the first seat leads at the end of the round, if both try everything. After the last round
    Alice is half a point more, because she decides a tie."""
    if not table.legal or len(table.deck) < deck:
        points, _wins = value.results(table, values)
        return points[0] - points[1] + (0 if deck else 0.5 - table.alice)
    key = kernel.key_of(table)
    if key not in known:
        leads = [lead(kernel.after(table, run), deck, values, known) for run in kernel.legal_runs(table)]
        known[key] = min(leads) if table.seat else max(leads)
    return known[key]


def leads(table: Table) -> dict[int, float]:
    """Return the lead of the seat in turn by its run."""
    values, known = value.values(table), dict[object, float]()
    sign = -1 if table.seat else 1
    deck = len(table.deck)
    return {
        run: sign * lead(kernel.after(table, run), deck, values, known) for run in kernel.legal_runs(table)
    }


def test_the_best_runs_are_those_that_trying_everything_finds_in_their_order() -> None:
    for table in positions():
        by_run = leads(table)
        found = Duel(table, value.values(table), PLENTY).best_runs(table, 3)
        best = sorted(by_run.values(), reverse=True)[:3]
        assert [by_run[run] for run in found] == pytest.approx(best)


def test_after_each_run_the_ending_is_that_of_the_best_replies() -> None:
    for table in positions():
        duel = Duel(table, value.values(table), PLENTY)
        for run, its_lead in leads(table).items():
            points, wins, _worths = duel.ending(kernel.after(table, run))
            mine = points[table.seat] - points[1 - table.seat]
            # Half a point of Alice isn't one of the points.
            assert abs(mine - its_lead) <= (0.01 if table.deck else 0.51)
            assert (wins[table.seat] > 0.5) == (its_lead > 0) or its_lead == pytest.approx(0)


def test_what_was_searched_for_other_runs_changes_no_result() -> None:
    table = late(3, cards=9)
    values = value.values(table)
    used = Duel(table, values, PLENTY)
    endings = [used.ending(kernel.after(table, run)) for run in kernel.legal_runs(table)]
    fresh = [Duel(table, values, PLENTY).ending(kernel.after(table, run)) for run in kernel.legal_runs(table)]
    assert [ending[2] for ending in endings] == [pytest.approx(ending[2]) for ending in fresh]


def test_where_alice_lies_after_the_first_turn_makes_another_position() -> None:
    table = first_turn(1)
    tables = [kernel.after(table, run) for run in kernel.legal_runs(table)]
    assert len({kernel.key_of(following) for following in tables}) == len(tables)


def test_a_search_that_has_to_end_gives_the_best_of_what_it_has_looked_at() -> None:
    table = late(5, cards=9)
    by_run, values = leads(table), value.values(table)
    most_at_once = max(policy.gains(table, values))[1]
    assert Duel(table, values, 0).best_runs(table, 1) == [most_at_once]
    assert Duel(table, values, PLENTY, lambda: True).best_runs(table, 1) == [most_at_once]
    found = [by_run[Duel(table, values, limit).best_runs(table, 1)[0]] for limit in (0, 300, PLENTY)]
    assert found == sorted(found) and found[-1] == max(by_run.values())
    # The ending needs no search.
    assert Duel(table, values, 0).ending(kernel.after(table, most_at_once))[1]


def gained(table: Table, duel: Duel, turns: int) -> float:
    """Return what the seat in turn gains on the other within that many turns, by trying everything."""
    if not turns or not table.legal or len(table.deck) != duel.deck:
        return 0
    return max(
        gain - gained(kernel.after(table, run), duel, turns - 1)
        for gain, run in policy.gains(table, duel.hundredths)
    )


def test_a_search_of_a_few_turns_looks_at_those_and_no_others() -> None:
    for number in range(12):
        table = late(number, cards=8)
        values = value.values(table)
        for turns in (1, 3, 5):
            duel = Duel(table, values, PLENTY)
            duel.allowed = PLENTY
            assert duel._search(table, -inf, inf, turns) == gained(table, duel, turns)


def test_a_search_that_ends_early_gives_the_best_run_of_a_few_turns() -> None:
    different = 0
    for number in range(8):
        table = first_turn(number)
        values = value.values(table)
        shallow = Duel(table, values, PLENTY)
        shallow.allowed, runs = PLENTY, shallow._choices(table)
        for turns in FIRST_TURNS:
            best = shallow._best(table, runs, turns)
            runs.sort(key=best.__ne__)
        assert Duel(table, values, shallow.positions).best_runs(table, 1) == [best[1]]
        different += best != shallow._choices(table)[0]
    assert different


def test_no_more_positions_are_looked_at_than_allowed() -> None:
    table = first_turn(2)
    duel = Duel(table, value.values(table), 500)
    assert len(duel.best_runs(table, 3)) == 3
    assert duel.positions == 500
    duel.ending(table.copy())
    assert duel.positions == 1000


def test_hard_takes_the_best_run_whatever_the_luck() -> None:
    for number in range(4):
        state = next(
            step.state for step in driver.journey("tea_time", 2, number).steps if is_late(step.state)
        )
        view, table = GAME.view(state, state.seat), kernel.table_of(state)
        chosen, again = (search.search(view, Random(seed))[0].move for seed in (1, 2))
        assert chosen == again
        by_run = leads(table)
        assert by_run[search.problem(view, Random(1)).form(chosen)] == pytest.approx(max(by_run.values()))


def is_late(state: State) -> bool:
    return 4 <= len([card for card in state.grid if card]) <= 7


def test_the_budget_bounds_the_positions_that_hard_looks_at() -> None:
    states = [driver.begin("tea_time", 2, {}, f"budget {number}")[0].state for number in range(6)]
    few, many = (
        [GAME.choose("hard", GAME.view(state, state.seat), Random(1), Budget(playouts)) for state in states]
        for playouts in (1, 500)
    )
    assert few != many
    limit = search.POSITIONS // search.PLAYOUTS
    for state, move in zip(states, few, strict=True):
        table = kernel.table_of(state)
        (run,) = Duel(table, value.values(table), limit).best_runs(table, 1)
        assert kernel.BOARDS[2].moves[run] == move
