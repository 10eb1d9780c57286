"""The coach in Tea Time: its names for takes, and what it says of the last cards of a match."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from operator import mul
from random import Random
from typing import TypeAlias

import pytest

from games.coach import advice as coach
from games.coach.analysis import best_moves
from games.coach.analysis.errors import BEYOND
from games.coach.gap import Gap
from games.rules import core
from games.rules.budget import Budget
from games.rules.chance import Given
from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.rules import GAME
from games.tea_time.rules.rules import State
from games.tea_time.rules.search import DOUBT, LAST_DOUBT
from tests.rules import driver
from tests.tea_time.tables import deal, holding, play_out, table

# By seat the shares of the win, and the points.
Result: TypeAlias = "tuple[list[float], list[float]]"
FEW = Budget(playouts=200)


def test_the_coach_says_of_each_card_where_it_lies_if_others_are_like_it() -> None:
    state = table("rabbit cat - -", "- - - -", "rabbit cat - -")
    view = GAME.view(state, state.seat)
    moves = [move for move, _what in GAME.preview(view, state.seat) if move["cells"] == [[0, 0], [0, 1]]]
    named = [TeaTimeCoach().name(view, move, ["Ada", "Ben"]) for move in moves]
    assert named == ["a mirror rabbit (row 1, column 1) and a cat (row 1, column 2)"]


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
        first, *rest = (aims(state, row["move"], known) for row in found)
        every = [aims(state, move, known) for move in GAME.legal_moves(state, you)]
        most = max(chance + lead / 100 for chance, lead in every)
        assert max(chance + lead / 100 for chance, lead in (first, *rest)) == pytest.approx(most)
        best, *others = (coach.evaluated_move(row) for row in found)
        for other, its in zip(others, rest, strict=True):
            gap = Gap(best, other, you, fewest=False)
            wins, leads = first[0] - its[0], first[1] - its[1]
            told = [abs(wins) > BEYOND * LAST_DOUBT.wins, abs(leads) > BEYOND * LAST_DOUBT.points]
            assert gap.wins == pytest.approx(wins if told[0] else 0, abs=0.0002)
            assert gap.leads == pytest.approx(leads if told[1] else 0, abs=0.02)
            # The best one comes first, by the chance and then by the lead.
            assert gap.wins > 0 or (gap.wins == 0 and gap.leads >= 0)
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


def aims(state: State, move: core.Move, known: dict[State, Result]) -> tuple[float, float]:
    """Return the chance and the lead of the seat in turn after a move."""
    then = after(state, move)
    result = ending(then, known)
    chance, lead = goal(result, state.seat)
    return (with_misses(state, result) if GAME.to_act(then) else chance), lead


def with_misses(state: State, result: Result) -> float:
    """Return the chance of the seat in turn if all may miss something: a point is worth the less the more cards there
    are before the last two."""
    wins, points = result
    spread = (sum(map(bool, state.grid)) - 2) ** 0.5
    tied = points.count(max(points)) > 1
    odds = [exp((mine + tied * won / 2) / spread) for mine, won in zip(points, wins, strict=True)]
    return odds[state.seat] / sum(odds)


def ending(state: State, known: dict[State, Result]) -> Result:
    """Return the expected result, by the rules. Of two seats the one in turn chooses the best move. Of more it chooses
    a move e times as seldom as another that is worth a tenth of a win more, and never one that is worth half a win less
    than the best."""
    if state not in known:
        seat = state.seat
        results = [ending(after(state, move), known) for move in GAME.legal_moves(state, seat)]
        most = max((worth(result, seat) for result in results), default=0.0)
        given_up = 0.0 if len(state.held) == 2 else 0.5 - 1e-9
        likely = [result for result in results if worth(result, seat) >= most - given_up] or [counted(state)]
        odds = [exp(10 * worth(result, seat)) for result in likely]
        wins, points = (
            [sum(map(mul, odds, column)) / sum(odds) for column in zip(*rows, strict=True)]
            for rows in zip(*likely, strict=True)
        )
        known[state] = wins, points
    return known[state]


def counted(state: State) -> Result:
    standings = GAME.standings(state)
    won = standings.ranks.count(1)
    return [(rank == 1) / won for rank in standings.ranks], list(standings.scores)


def goal(result: Result, seat: int) -> tuple[float, float]:
    """Return the seat's share of the win, and its lead over the mean of the others."""
    wins, points = result
    return wins[seat], points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def worth(result: Result, seat: int) -> float:
    """Return what a seat aims at: the win, and a hundredth of it for each point of lead."""
    wins, lead = goal(result, seat)
    return wins + lead / 100
