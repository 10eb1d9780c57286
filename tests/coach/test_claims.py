"""Every sentence of the coach is true: read as it is told and judged by other code than wrote it, at positions of
self-play. `make figures` judges more of them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.utils import translation

from games.boards.figures import estimate
from games.boards.language import speaking
from games.boards.trials import Trials
from games.coach import advice as coach
from games.coach import gap
from games.parade.board import coach as parade_coach
from games.tea_time.board import coach as tea_time_coach
from games.wonderland.board import coach as wonderland_coach
from tests.coach.claims import JUDGES
from tests.coach.claims.cases import Case, judged, self_play

# The last tests take a part of them.
POSITIONS, SOME = 150, 75
coached = pytest.mark.parametrize("name", JUDGES)
# What is found by playing on may be told a little otherwise and still be near enough.
ESTIMATED = re.compile("average|estimated|about|a little|rounded|any two")
# The last figure of a sentence, neither of a card nor of a move's name.
FIGURE = re.compile(r"(?<![\w.])\d+(?=\D*$)")


@cache
def cases(name: str) -> list[Case]:
    return list(self_play(name, POSITIONS))


def sentences(name: str, number: int = SOME) -> Iterator[tuple[Case, str]]:
    for case in cases(name)[-number:]:
        for sentence in case.answer["reasons"]:
            yield case, sentence


def is_true(name: str, case: Case, sentence: str) -> bool:
    return judged(case, sentence, JUDGES[name])


@coached
def test_every_sentence_is_true(name: str, caplog: pytest.LogCaptureFixture) -> None:
    assert [
        sentence for case, sentence in sentences(name, POSITIONS) if not is_true(name, case, sentence)
    ] == []
    # Nor was one made that had to be left out.
    assert not caplog.records


@coached
def test_every_position_has_a_reason_and_every_move_a_name_of_its_own(name: str) -> None:
    for case in cases(name):
        assert case.answer["reasons"] and case.moves


@coached
def test_every_position_has_a_reason_by_the_rules_besides_the_figures_of_playouts(name: str) -> None:
    for case in cases(name):
        reasons = case.answer["reasons"]
        facts = [text for text in reasons if any(re.fullmatch(kind, text) for kind in JUDGES[name])]
        assert facts or len(case.answer["rows"]) == 1, reasons


@coached
def test_a_sentence_with_another_number_is_caught(name: str) -> None:
    changed = [
        (case, sentence, FIGURE.sub(lambda figure: str(int(figure[0]) + 13), sentence))
        for case, sentence in sentences(name)
        if not ESTIMATED.search(sentence)
    ]
    false = [(case, other) for case, sentence, other in changed if other != sentence]
    assert len(false) > SOME / 2
    assert [other for case, other in false if _is_believed(name, case, other)] == []


def _is_believed(name: str, case: Case, sentence: str) -> bool:
    """A move that doesn't exist is no true sentence either."""
    try:
        return is_true(name, case, sentence)
    except (KeyError, AssertionError):
        return False


@coached
def test_the_list_is_in_the_order_that_it_tells(name: str) -> None:
    ordered = [case for case in cases(name) if case.answer["ordered"]]
    assert ordered
    for case in ordered:
        _best, *rows = case.answer["rows"]
        tiers = [0 if row["equal"] else 2 if row["wins"] else 1 for row in rows]
        assert tiers == sorted(tiers)
        shares = [int(share[0]) for row in rows if (share := re.findall(r"\d+", row["wins"]))]
        assert shares == sorted(shares, reverse=True)


@coached
def test_the_list_and_the_sentences_agree_on_what_is_about_equal(name: str) -> None:
    for case in cases(name):
        first, *rows = case.answer["rows"]
        for row in rows:
            assert row["equal"] == (row["verdict"] == "about equal"), row
            assert row["verdict"] or row["score"] or row["wins"]
            assert row["wins"] != first["wins"] and row["score"] != first["score"]
        said = {
            moves[1].lower()
            for sentence in case.answer["reasons"]
            if (moves := re.fullmatch("“(.+)” is about as good.", sentence))
        }
        assert said <= {row["name"].lower() for row in rows if row["equal"]}


@coached
def test_french_tells_the_same_numbers(name: str) -> None:
    for case in cases(name)[:SOME]:
        with translation.override("fr"), speaking("fr"):
            french = coach.answer(name, case.view, case.found, case.names)["reasons"]
        assert [_numbers(text) for text in french] == [_numbers(text) for text in case.answer["reasons"]]


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def lies(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the words be wrong by one."""
    if name == "parade":
        change = parade_coach._change
        monkeypatch.setattr(parade_coach, "_change", lambda *given: change(*given) + 1)
    elif name == "tea_time":
        consequence = tea_time_coach._consequence

        def wrong(view: Any, move: Any) -> Any:
            what = consequence(view, move)
            return what | {"scores": [score + 1 for score in what["scores"]]}

        monkeypatch.setattr(tea_time_coach, "_consequence", wrong)
    else:
        keys = wonderland_coach._consequence

        def more(view: Any, move: Any) -> Any:
            what = keys(view, move)
            return what | ({"chance": min(1.0, what["chance"] + 0.1)} if "chance" in what else {})

        monkeypatch.setattr(wonderland_coach, "_consequence", more)


def retold(name: str) -> list[tuple[Case, str]]:
    """What is told where the same was found, by the code as it is now."""
    return [
        (case, sentence)
        for case in cases(name)[-SOME:]
        for sentence in coach.answer(name, case.view, case.found, case.names)["reasons"]
    ]


@coached
def test_a_false_sentence_is_not_told(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    true = len(list(sentences(name)))
    lies(monkeypatch, name)
    with caplog.at_level(logging.ERROR):
        answer = retold(name)
    assert len(answer) < true and "claim_does_not_hold" in caplog.text
    assert all(is_true(name, case, sentence) for case, sentence in answer)


@coached
def test_a_wrong_figure_of_playouts_is_not_told(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    true = {sentence for _case, sentence in sentences(name)}
    monkeypatch.setattr(gap, "estimate", lambda value, error: estimate(value, error) + 13)
    with caplog.at_level(logging.ERROR):
        answer = retold(name)
    assert "claim_does_not_hold" in caplog.text
    wrong = {sentence for _case, sentence in answer} - true
    assert [
        sentence for sentence in wrong if re.search("end with|points? (better|higher|lower)", sentence)
    ] == []


@coached
def test_a_false_sentence_that_is_told_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(sentences(name))
    lies(monkeypatch, name)
    # Without the checks of the code itself.
    monkeypatch.setattr(Trials, "always", lambda *_given: True)
    monkeypatch.setattr(wonderland_coach, "_is_chance", lambda *_given: True)
    assert not all(is_true(name, case, sentence) for case, sentence in retold(name))
