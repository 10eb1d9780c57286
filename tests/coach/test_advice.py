"""The coach's answer: made from a seat's view alone, with texts and figures, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games import boards
from games.boards.contract import Claim
from games.boards.language import speaking
from games.coach import advice as coach
from games.coach.analysis import best_moves
from games.coach.gap import EvaluatedMove
from games.coach.position import position
from games.parade.board import BOARD as parade_board
from games.parade.rules import GAME as parade
from games.rules import core
from games.rules.budget import Budget
from tests.parade.tables import pile, table
from tests.rules import driver

FEW = Budget(playouts=30)
COACHED = [name for name in boards.games() if boards.board_of(name).COACH is not None]
coached = pytest.mark.parametrize("name", COACHED)


def positions(name: str, number: int = 6) -> list[tuple[core.State, int]]:
    """Return states with an awaited seat in each, from the deal to the end."""
    rules, cases = core.game(name), []
    for match_number in range(number):
        played, chance = driver.begin(
            name, rules.SEATS[match_number % len(rules.SEATS)], {}, f"coach {match_number}"
        )
        steps = list(driver.walk(played, chance, Random(match_number)))
        state = steps[match_number * len(steps) // number].state
        cases.append((state, rules.to_act(state)[0]))
    return cases


def advice_of(name: str, state: core.State, seat: int) -> dict[str, Any]:
    """Return the answer for that seat, with the same random numbers each time."""
    rules = core.game(name)
    view = rules.view(state, seat)
    answer, names = (
        best_moves.find(rules, view, seed=7, looking=FEW, comparing=FEW),
        [f"Seat {index}" for index in range(len(view["scores"]))],
    )
    own, moves = coach.texts_of(name), [move["move"] for move in answer["moves"]]
    assert own is not None
    picture = position(own, view, names=names, better=moves[0], played=moves[-1])
    return coach.answer(name, view, answer, names) | {"picture": picture}


def other(name: str, state: core.State, seat: int) -> core.State:
    """Return another state that looks the same to that seat."""
    return core.game(name).determinize(core.game(name).view(state, seat), Random(3))


@coached
def test_each_move_has_to_do_with_a_card_of_the_picture(name: str) -> None:
    own, rules = coach.texts_of(name), core.game(name)
    assert own is not None
    for state, seat in positions(name):
        view = rules.view(state, seat)
        rows = own.position(view, [f"Seat {index}" for index in range(len(view["scores"]))])
        drawn = {card.place for row in rows for card in row.cards}
        for move, _what in rules.preview(view, seat):
            places = set(own.places(view, move))
            assert not places or places & drawn, move


def test_every_game_with_a_search_has_a_coach() -> None:
    assert [
        name for name in boards.games() if type(core.game(name)).problem is not core.Game.problem
    ] == COACHED


@coached
def test_the_best_move_is_legal_and_every_reason_has_words(name: str) -> None:
    for state, seat in positions(name):
        answer = advice_of(name, state, seat)
        assert answer["best"] == answer["rows"][0] and 1 <= len(answer["rows"]) <= best_moves.MOST_MOVES
        assert len(answer["reasons"]) >= 1 and all(answer["reasons"])
        assert not any(re.match(r"\W*[a-z]", reason) for reason in answer["reasons"])
        marked = any(card["better"] for row in answer["picture"] for card in row["cards"])
        assert marked == bool(answer["best"]["places"])
        advised = best_moves.find(
            core.game(name), core.game(name).view(state, seat), seed=7, looking=FEW, comparing=FEW
        )
        legal = [driver.canonical(move) for move in core.game(name).legal_moves(state, seat)]
        assert all(driver.canonical(advised_move["move"]) in legal for advised_move in advised["moves"])


@coached
def test_it_speaks_french(name: str) -> None:
    for state, seat in positions(name, 3):
        english = advice_of(name, state, seat)
        with translation.override("fr"), speaking("fr"):
            french = advice_of(name, state, seat)
        assert not set(english["reasons"]) & set(french["reasons"])


@pytest.mark.parametrize(
    ("wins", "scores", "errors", "sentence"),
    [
        ((0.42, 0.28), (20, 20), 0.01, "Your chance to win is estimated at 40%, after “%s” at 30%."),
        (
            (0.42, 0.38),
            (20, 20),
            0.01,
            "Your chance to win is a little better than after “%s”.",
        ),
        ((0.99, 0.04), (20, 20), 0.01, "Your chance to win is estimated at more than 95%, after “%s” at 5%."),
        ((0, 0), (20, 24), 0.01, "You end with about 20 points on average, after “%s” with 24."),
        ((0.42, 0.3), (20, 24), 2.0, "“%s” is about as good."),
    ],
)
def test_a_difference_is_told_where_it_is_beyond_its_error(
    wins: Sequence[float], scores: Sequence[float], errors: float, sentence: str
) -> None:
    own, view, names, candidates = two_moves(wins, scores, errors)
    last = coach.why(own, view, candidates, names)[-1]
    # A sentence that begins with the name has a capital letter there.
    assert last.lower() == sentence.replace("%s", own.name(view, candidates[1].move, names)).lower()


def two_moves(
    wins: Sequence[float], scores: Sequence[float], error: float
) -> tuple[Any, core.View, list[str], list[EvaluatedMove]]:
    """Two of Parade's moves with these figures of the seat itself; nothing is told of the others."""
    state, seat = positions("parade", 1)[0]
    view, own = core.game("parade").view(state, seat), parade_board.COACH
    moves = [move for move, _what in core.game("parade").preview(view, seat)][:2]
    names = [f"Seat {index}" for index in range(len(view["scores"]))]
    own_errors, errors = (
        {name: [figure] * len(names) for name in ("scores", "wins", "leads")} for figure in (0.01, error)
    )
    candidates = [
        EvaluatedMove(
            move,
            [score if at == seat else 20 for at in range(len(names))],
            [share] * len(names),
            own_errors,
            errors,
        )
        for move, score, share in zip(moves, scores, wins, strict=True)
    ]
    return own, view, names, candidates


def test_moves_that_luck_may_set_apart_have_no_figures() -> None:
    _own, view, names, (best, even) = two_moves((0.42, 0.4), (20, 21), 1.0)
    apart = {**even.difference_errors, "wins": [0.01] * len(names)}
    worse = EvaluatedMove(even.move, even.scores, [0.1] * len(names), even.errors, apart)
    answer = coach.answer("parade", view, {"moves": [vars(move) for move in (best, worse, even)]}, names)
    assert answer["ordered"]
    assert [(row["equal"], row["score"], row["wins"]) for row in answer["rows"]] == [
        (False, "20", "40%"),
        (True, "", ""),
        (False, "", "10%"),
    ]


def test_the_table_and_the_sentences_tell_the_same_figures() -> None:
    """The larger error rounds both chances to tenths. By its own error the best one would be 55%."""
    own, view, names, (best, other) = two_moves((0.54, 0.42), (20, 20), 0.01)
    errors = [dict(best.errors, wins=[error] * len(names)) for error in (0.03, 0.06)]
    rows = [
        vars(best) | {"errors": errors[0]},
        vars(other) | {"errors": errors[1], "apart": other.difference_errors},
    ]
    answer = coach.answer("parade", view, {"moves": rows}, names)
    assert [row["wins"] for row in answer["rows"]] == ["50%", "40%"]
    sentence = f"Your chance to win is estimated at 50%, after “{own.name(view, other.move, names)}” at 40%."
    assert answer["reasons"][-1] == sentence


@pytest.mark.parametrize(
    ("wins", "others", "told"),
    [
        (0.42, 20, (True, "about equal", "", "")),
        (0.42, 17, (False, "about 3 points worse", "", "")),
        (0.42, 19.6, (False, "a little worse", "", "")),
        (0.41, 20, (False, "", "", "a little lower")),
        (0.3, 20, (False, "", "", "30%")),
    ],
)
def test_a_row_is_about_equal_only_if_the_sentences_call_it_so(
    wins: float, others: float, told: tuple[bool, str, str, str]
) -> None:
    own, view, names, (best, other) = two_moves((0.42, wins), (20, 20), 0.001)
    scores = [20 if seat == view["you"] else others for seat in range(len(names))]
    other = EvaluatedMove(other.move, scores, other.wins, other.errors, other.difference_errors)
    rows = [vars(best), vars(other) | {"apart": other.difference_errors}]
    row = coach.answer("parade", view, {"moves": rows}, names)["rows"][1]
    assert (row["equal"], row["verdict"], row["score"], row["wins"]) == told
    assert row["equal"] == any(
        "about as good" in reason for reason in coach.why(own, view, [best, other], names)
    )


def test_a_move_about_equal_says_so_in_both_columns() -> None:
    _own, view, names, (best, other) = two_moves((0.42, 0.42), (20, 20), 0.001)
    answer = coach.answer(
        "parade", view, {"moves": [vars(best), vars(other) | {"apart": other.difference_errors}]}, names
    )
    html = render_to_string("coach/_hint.html", {"advice": answer})
    assert re.findall(r"<td>(?:<b>)?([^<]*)", html) == ["20", "40%", "about equal", "about equal"]


def test_a_move_with_fewer_points_says_that_its_chance_is_about_equal() -> None:
    """It comes before moves with a lower chance, so both columns must tell why."""
    _own, view, names, (best, other) = two_moves((0.42, 0.42), (20, 20), 0.001)
    scores = [20 if seat == view["you"] else 17 for seat in range(len(names))]
    rows = [vars(best), vars(other) | {"scores": scores, "apart": other.difference_errors}]
    answer = coach.answer("parade", view, {"moves": rows}, names)
    html = render_to_string("coach/_hint.html", {"advice": answer})
    cells = re.findall(r"<td>(?:<b>)?([^<]*)", html)
    assert cells == ["20", "40%", "about 3 points worse", "about equal"]


@pytest.mark.parametrize(
    ("arguing", "short"),
    [((1, 3), ["Argument", "Figure"]), ((2, 3), ["More", "Figure"]), ((3,), ["Effect", "Figure"])],
)
def test_what_speaks_for_the_better_move_is_told_in_short(arguing: Sequence[int], short: list[str]) -> None:
    words = ("effect", "argument", "more", "figure")
    claims = [Claim(text, lambda: True, argues=at in arguing) for at, text in enumerate(words)]
    assert coach.told(coach.in_short(claims)) == short


@pytest.mark.parametrize(("best", "other", "first"), [(3, 8, 2), (8, 3, 0)])
def test_an_effect_speaks_for_the_better_move_only_if_it_is_the_better_effect(
    best: int, other: int, first: int
) -> None:
    """Blue 3 takes two cards with the sixth colour, purple 8 nothing."""
    lying = pile("red 1; purple 1; green 1; grey 1; blue 1"), (), ()
    hands = pile("blue 3; purple 8; red 9; red 10; grey 5"), (), ()
    state = table(hands=hands, parade=pile("orange 2; orange 1; grey 9; grey 10; green 10"), before=lying)
    cards = {3: "blue-3", 8: "purple-8"}
    one, two = ({"type": "play", "card": cards[value]} for value in (best, other))
    claims = list(parade_board.COACH.claims(parade.view(state, 0), one, two, ["Ada", "Ben", "Cleo"]))
    assert "sixth colour" in claims[2].text
    assert [claim.argues for claim in claims[:3]].index(True) == first


def test_what_both_moves_take_is_told_as_no_reason_for_one() -> None:
    hands = pile("grey 10; grey 4; red 9; red 10; grey 5"), (), ()
    state = table(
        hands=hands, parade=pile("grey 9; blue 5 6 7 8 9 10; green 5 6 7 8"), before=(pile("grey 7"), (), ())
    )
    one, two = ({"type": "play", "card": card} for card in ("grey-10", "grey-4"))
    first, *_rest = parade_board.COACH.claims(parade.view(state, 0), one, two, ["Ada", "Ben", "Cleo"])
    assert first.text == "Both take grey 9: +1 pt." and first.holds() and not first.argues


def test_a_card_that_both_moves_keep_is_told_once() -> None:
    state = table(hands=(pile("red 6; grey 0 3; blue 4"), (), ()), left=0, deck=())
    one, two = (
        {"type": "discard", "cards": list(pile(gone))} for gone in ("grey 3; blue 4", "grey 0; blue 4")
    )
    claims = parade_board.COACH.claims(parade.view(state, 0), one, two, ["Ada", "Ben", "Cleo"])
    told = [claim.text.partition(": ")[2] for claim in claims]
    assert len(told) == 3 and len([text for text in told if "red" in text]) == 1


def apart(name: str) -> Sequence[bool]:
    """Return where the answer differs between two states that the seat can't distinguish."""
    return [
        advice_of(name, state, seat) != advice_of(name, other(name, state, seat), seat)
        for state, seat in positions(name)
    ]


@coached
def test_hidden_cards_change_nothing_of_the_answer(name: str) -> None:
    assert not any(apart(name))


# Tests of the test: a leak in the texts, and one in the search.


def test_words_made_of_hidden_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest_view, honest_claims = parade.view, parade_board.COACH.claims

    def leaky_view(state: Any, seat: int | None) -> core.View:
        return honest_view(state, seat) | {"others": state.hands[(seat or 0) - 1]}

    def leaky_claims(view: core.View, *arguments: Any) -> Any:
        leaks = [Claim(card, lambda: True) for card in view.get("others", ())]
        return [*leaks, *honest_claims(view, *arguments)]

    monkeypatch.setattr(parade, "view", leaky_view)
    monkeypatch.setattr(parade_board.COACH, "claims", leaky_claims)
    assert any(apart("parade"))


def test_a_search_that_knows_the_next_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest_view, honest_problem = parade.view, parade.problem

    def leaky_view(state: Any, seat: int | None) -> core.View:
        return honest_view(state, seat) | {"next": state.deck[:1]}

    def leaky_problem(view: core.View, rng: Random) -> Any:
        return honest_problem(view, Random("".join(view["next"])))

    monkeypatch.setattr(parade, "view", leaky_view)
    monkeypatch.setattr(parade, "problem", leaky_problem)
    assert any(apart("parade"))
