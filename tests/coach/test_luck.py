"""A result is the sum of what was there before the deal, draws, own decisions and those of the others."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from games.coach.analysis import luck, review
from games.coach.analysis.luck import Ledger, Term
from games.coach.ledger import figures, rounded
from games.parade.rules import kernel, policy
from games.parade.rules.rules import DECK
from games.rules import core, match, simulation

FEWEST = {"parade"}
tables = pytest.mark.parametrize(
    ("name", "seats"),
    [("parade", 2), ("parade", 4), ("tea_time", 2), ("tea_time", 3), ("wonderland", 2), ("wonderland", 4)],
)


@cache
def reviewed(name: str, seats: int) -> tuple[list[review.Part], dict[str, Any]]:
    """Return the parts of the last moves of a match, and its outcome. The moves before them have changed nothing."""
    rules = core.game(name)
    document = next(iter(simulation.matches(name, ["easy"] * seats, 1, f"ledger {seats}")))
    states = [state for _number, state, _events in match.replay(document)]
    parts = [
        review.part(
            rules,
            rules.dump(states[at]),
            mover=entry["seat"],
            move=entry["move"],
            eyes=-1,
            seed=f"ledger {at}",
        )
        for at, entry in list(enumerate(document["moves"]))[-12:]
    ]
    return parts, document["outcome"]


@tables
def test_the_terms_give_the_result(name: str, seats: int) -> None:
    parts, outcome = reviewed(name, seats)
    for seat in range(seats):
        in_wins = luck.in_wins(parts, seat, outcome["ranks"])
        in_points = luck.in_points(parts, seat, outcome["scores"], name in FEWEST)
        for account in (in_wins, in_points):
            terms = account.start + account.draws.value + account.own.value + account.others.value
            assert terms == pytest.approx(account.result, abs=1e-6)
            figures, are_clear = rounded(account), [term.is_clear for term in account.terms().values()]
            assert [name in figures for name in account.terms()] == are_clear
            assert not all(are_clear) or sum(figures.values()) == 2 * figures["result"]


@tables
def test_what_one_seat_gains_the_others_lose(name: str, seats: int) -> None:
    parts, outcome = reviewed(name, seats)
    every = [luck.in_wins(parts, seat, outcome["ranks"]) for seat in range(seats)]
    assert sum(account.start for account in every) == pytest.approx(100)
    assert sum(account.result for account in every) == pytest.approx(100)
    assert sum(account.own.value + account.others.value for account in every) == pytest.approx(0, abs=0.5)
    assert sum(account.draws.value for account in every) == pytest.approx(0, abs=0.5)


def test_a_move_that_the_bot_would_have_made_changes_nothing() -> None:
    rules = core.game("parade")
    document = next(iter(simulation.matches("parade", ["easy", "easy"], 1, "same")))
    state = next(state for _number, state, _events in match.replay(document))
    card = policy.play_sensibly(kernel.table_of(state), 1)[0]
    move = {"type": "play", "card": DECK[card]}
    part = review.part(rules, rules.dump(state), mover=state.turn, move=move, eyes=-1, seed="same")
    assert part["change"]["wins"] == [0, 0] and part["change"]["errors"]["wins"] == [0, 0]


def sum_of(draws: Term, own: Term, others: Term, start: float = 25.0) -> Ledger:
    result = start + draws.value + own.value + others.value
    return Ledger(start, draws, own, others, result)


def test_figures_are_no_finer_than_their_errors_and_add_up() -> None:
    values = figures(sum_of(Term(33.4, 4.1), Term(-21.7, 3.0), Term(-36.7, 2.0)), str, str)
    assert values == {
        "start": "25",
        "draws": "+30",
        "own": "\N{MINUS SIGN}20",
        "others": "\N{MINUS SIGN}35",
        "result": "0",
    }


def test_a_figure_that_may_be_luck_is_left_out() -> None:
    values = figures(sum_of(Term(-28.0, 1.8), Term(1.0, 1.2), Term(2.0, 1.0)), str, str)
    assert values == {"start": "25", "draws": "\N{MINUS SIGN}28", "result": "0"}


def test_a_sum_without_errors_is_exact() -> None:
    terms = rounded(sum_of(Term(-25.0, 0.0), Term(0.0, 0.0), Term(0.0, 0.0)))
    assert terms == {"start": 25, "draws": -25, "own": 0, "others": 0, "result": 0}


PROCESS = """
import json, os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
import django
django.setup()
from tests.coach.test_luck import reviewed
print(json.dumps(reviewed("wonderland", 2)[0]))
"""


def test_another_process_finds_the_same_to_the_digit() -> None:
    other = subprocess.run(
        [sys.executable, "-c", PROCESS],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7"},
    )
    assert json.loads(other.stdout.splitlines()[-1]) == json.loads(json.dumps(reviewed("wonderland", 2)[0]))
