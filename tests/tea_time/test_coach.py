"""The coach in Tea Time: its names for takes, and what it says of the last cards of a match."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import exp
from random import Random
from typing import TypeAlias

import pytest

from games.coach import advice as coach
from games.coach.analysis import best_moves
from games.coach.gap import Gap
from games.rules import core
from games.rules.budget import Budget
from games.rules.chance import Given
from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import State
from games.tea_time.rules.search import DOUBT
from tests.rules import driver
from tests.tea_time.tables import deal, holding, play_out, table

# By seat the shares of the win, and the points.
Result: TypeAlias = "tuple[list[Fraction], list[Fraction]]"
FEW = Budget(playouts=200)


def test_the_coach_says_of_each_card_where_it_lies_if_others_are_like_it() -> None:
    state = table("rabbit cat - -", "- - - -", "rabbit cat - -")
    view = GAME.view(state, state.seat)
    moves = [move for move, _what in GAME.preview(view, state.seat) if move["cells"] == [[0, 0], [0, 1]]]
    named = [TeaTimeCoach().name(view, move, ["Ada", "Ben"]) for move in moves]
    assert named == ["mirror rabbit (row 1, column 1) and normal cat (row 1, column 2)"]


def test_the_coach_says_a_change_of_the_score_only_where_there_is_one() -> None:
    for rabbits, words in ((5, "takes your score from"), (6, "leaves your score at")):
        state = table("rabbit - - -", "- - - -", "- - - -", held=(holding(rabbit=rabbits), holding()))
        view = GAME.view(state, state.seat)
        [(move, _what)] = GAME.preview(view, state.seat)
        claim = next(iter(TeaTimeCoach().claims(view, move, move, ["Ada", "Ben"])))
        assert words in claim.text and claim.holds()


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_before_the_last_cards_no_difference_is_told_that_the_tree_may_be_wrong_about(seats: int) -> None:
    match, _chance = driver.begin("tea_time", seats, {}, "doubt")
    you = GAME.to_act(match.state)[0]
    found = best_moves.find(GAME, GAME.view(match.state, you), 1, FEW, FEW)["moves"]
    best, *others = (coach.evaluated_move(row) for row in found)
    for other in others:
        gap = Gap(best, other, you, fewest=False)
        assert not gap.wins or abs(gap.wins) > 2 * DOUBT.wins
        assert not gap.leads or abs(gap.leads) > 2 * DOUBT.points
        # The playouts alone would tell smaller ones.
        assert gap.error("leads") >= DOUBT.points and gap.error("wins") >= DOUBT.wins


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_of_the_last_cards_the_coach_says_what_trying_everything_finds(seats: int) -> None:
    judged = alike = 0
    for state in last_cards(seats):
        you, view = state.seat, GAME.view(state, state.seat)
        found = best_moves.find(GAME, view, 1, FEW, FEW)["moves"]
        known: dict[State, Result] = {}
        exact = [ending(after(state, row["move"]), known) for row in found]
        every = [ending(after(state, move), known) for move in GAME.legal_moves(state, you)]
        assert max(worth(result, you) for result in exact) == max(worth(result, you) for result in every)
        best, *others = (coach.evaluated_move(row) for row in found)
        chances = [
            with_misses(state, result) if GAME.to_act(after(state, row["move"])) else float(result[0][you])
            for result, row in zip(exact, found, strict=True)
        ]
        chance, (_wins, lead) = chances[0], goal(exact[0], you)
        for other, result, its_chance in zip(others, exact[1:], chances[1:], strict=True):
            gap = Gap(best, other, you, fewest=False)
            (_its_wins, its_lead) = goal(result, you)
            assert (its_chance, its_lead) <= (chance + 1e-9, lead)
            assert gap.wins == pytest.approx(chance - its_chance, abs=0.0002)
            assert gap.leads == pytest.approx(float(lead - its_lead), abs=0.02)
            assert gap.is_even == (abs(chance - its_chance) < 0.0001 and lead == its_lead)
            judged, alike = judged + 1, alike + gap.is_even
    assert judged > 30 and 0 < alike < judged


def last_cards(seats: int) -> Iterator[State]:
    """Yield positions of the last round with three to five cards, one of each match with several moves."""
    for number in range(24):
        states = [state for state, _events in play_out(deal(seats, b"last %d" % number), Random(number))]
        ends = [state for state in states if not state.deck and 3 <= len(list(filter(None, state.grid))) <= 5]
        yield from [state for state in ends if len(GAME.legal_moves(state, state.seat)) > 1][:1]


def after(state: State, move: core.Move) -> State:
    return GAME.apply(state, state.seat, move, 0, Given([]))[0]


def ending(state: State, known: dict[State, Result]) -> Result:
    """Return the mean of the results that the seat in turn may choose among those best for itself, by the rules."""
    if state not in known:
        moves = GAME.legal_moves(state, state.seat)
        results = [ending(after(state, move), known) for move in moves]
        most = max((worth(result, state.seat) for result in results), default=Fraction())
        best = [result for result in results if worth(result, state.seat) == most] or [counted(state)]
        wins, points = (
            [sum(column, Fraction()) / len(best) for column in zip(*rows, strict=True)]
            for rows in zip(*best, strict=True)
        )
        known[state] = wins, points
    return known[state]


def counted(state: State) -> Result:
    standings = GAME.standings(state)
    won = standings.ranks.count(1)
    return (
        [Fraction(int(rank == 1), won) for rank in standings.ranks],
        [Fraction(points) for points in standings.scores],
    )


def goal(result: Result, seat: int) -> tuple[Fraction, Fraction]:
    """Return the seat's share of the win, and its lead over the mean of the others."""
    wins, points = result
    return wins[seat], points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def with_misses(state: State, result: Result) -> float:
    """Return the chance of the seat in turn if all may miss something: a point is worth the less the more cards there
    are before the last two."""
    wins, points = result
    spread = (sum(map(bool, state.grid)) - 2) ** 0.5
    tied = points.count(max(points)) > 1
    odds = [exp((mine + tied * won / 2) / spread) for mine, won in zip(points, wins, strict=True)]
    return odds[state.seat] / sum(odds)


def worth(result: Result, seat: int) -> Fraction:
    """Return what a seat aims at: the win, and a hundredth of it for each point of lead."""
    wins, lead = goal(result, seat)
    return wins + lead / 100
