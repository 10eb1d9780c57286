"""Reviews are reproducible, judge by what each seat knew, and positions can be dealt anew without a visible change."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from games.coach.analysis import best_moves, redeal, review
from games.rules import core, match, simulation
from games.rules.budget import Budget

searching = pytest.mark.parametrize("name", ["parade", "tea_time", "wonderland"])


@cache
def played(name: str) -> tuple[dict[str, Any], list[core.State]]:
    """Return a match of two easy bots with its states from the deal on."""
    document = next(iter(simulation.matches(name, ["easy", "easy"], 1, "review", budget=Budget(8))))
    return document, [state for _number, state, _events in match.replay(document)]


def parts(name: str, numbers: Sequence[int], eyes: int = 0) -> list[review.Part]:
    rules, (document, states) = core.game(name), played(name)
    return [
        review.part(
            rules,
            rules.dump(states[number]),
            mover=document["moves"][number]["seat"],
            move=document["moves"][number]["move"],
            eyes=eyes,
            seed=f"test {number}",
        )
        for number in numbers
    ]


@searching
def test_the_same_move_is_judged_the_same_to_the_digit(name: str) -> None:
    numbers = range(0, len(played(name)[0]["moves"]), 7)
    reviewed_parts = parts(name, numbers)
    assert json.dumps(reviewed_parts) == json.dumps(parts(name, numbers))
    for reviewed_part in reviewed_parts:
        assert sum(reviewed_part["wins"]) == pytest.approx(1, abs=0.001)
        assert sum(reviewed_part["change"]["wins"]) == pytest.approx(0, abs=0.001)
        assert reviewed_part.get("cost", 0) >= 0


@searching
def test_hidden_cards_do_not_change_the_judgement(name: str) -> None:
    rules, (document, states) = core.game(name), played(name)
    entry, state = document["moves"][6], states[6]
    other = rules.determinize(rules.view(state, entry["seat"]), Random(5))
    one, two = (
        review.part(
            rules,
            rules.dump(position),
            mover=entry["seat"],
            move=entry["move"],
            eyes=entry["seat"],
            seed="same",
        )
        for position in (state, other)
    )
    assert one == two


@searching
def test_what_a_decision_changes_does_not_depend_on_whose_review_it_is(name: str) -> None:
    one, two = (parts(name, [0, 5, 6], eyes) for eyes in (0, 1))
    assert [row["change"] for row in one] == [row["change"] for row in two]


def test_a_chance_gets_as_many_playouts_as_its_error_demands() -> None:
    rules, (document, states) = core.game("parade"), played("parade")
    first = document["moves"][0]
    view = rules.view(states[0], first["seat"])
    pilot = review.changed(best_moves.problem_of(rules, view, "test"), int(view["you"]), first["move"])
    assert pilot["error"] > review.ERROR

    for error in (review.ERROR, 0.02):
        part = review.chances(rules, view, pilot, error, "test")
        assert part["error"] == pytest.approx(error, rel=0.1)
        assert part["change"] == pilot["change"]
        assert review.chances(rules, view, part, part["error"], "test") == part


def part(cost: float, error: float, seat: int = 0) -> review.Part:
    """Return a decision that gave away `cost` of the chance to win, with that standard error."""
    best = {"wins": [0.5 + cost, 0.5 - cost], "scores": [5, 5]}
    apart = {"wins": [error, error], "leads": [error, error]}
    played = {"wins": [0.5, 0.5], "scores": [5, 5], "apart": apart}
    return {"seat": seat, "best": best, "played": played, "cost": cost}


def test_the_costliest_moves_are_the_seats_own_in_the_order_of_the_lost_chance() -> None:
    parts_of_review = [
        part(0.1, 0.01),
        part(0.4, 0.01, seat=1),
        part(0.0, 0.01),
        part(0.3, 0.01),
        part(0.009, 0.001),
    ]
    assert review.costliest(parts_of_review, 0) == [3, 0]


def test_a_loss_that_may_be_luck_is_not_among_the_costliest() -> None:
    assert review.costliest([part(0.1, 0.015), part(0.1, 0.03)], 0) == [0]


def dealt_anew(name: str, number: int, eyes: int, seed: int) -> dict[str, Any]:
    document = played(name)[0]
    entries = [(row["seat"], row["move"], row["events"], row["at"]) for row in document["moves"][:number]]
    options = document["options"]
    return redeal.redealt(
        core.game(name), 2, options=options, setup=document["setup"], entries=entries, eyes=eyes, seed=seed
    )


@searching
@pytest.mark.parametrize("eyes", [0, 1])
def test_hidden_cards_are_dealt_anew_and_the_seat_is_told_the_same(name: str, eyes: int) -> None:
    rules, (document, states) = core.game(name), played(name)
    number = len(document["moves"]) // 2
    positions = dealt_anew(name, number, eyes, 3)
    assert sorted(positions["setup"]["deck"]) == sorted(document["setup"]["deck"])
    assert len(positions["states"]) == len(positions["events"]) == number + 1
    new = [rules.load(state) for state in positions["states"]]
    for one, two in zip(new, states, strict=False):
        assert rules.view(one, eyes) == rules.view(two, eyes)
    assert positions["states"][-1] != rules.dump(states[number])
    assert positions != dealt_anew(name, number, eyes, 4)
