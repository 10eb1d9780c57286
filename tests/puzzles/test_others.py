"""The moves of an answered puzzle that are none of the best: named if they are few, else counted, and that of the
reader beside them."""

from __future__ import annotations

from typing import Any

import pytest

from games.coach import advice
from games.puzzles import answers, files, store
from games.puzzles.models import Answer, Puzzle
from games.puzzles.positions import position_of
from games.rules import core


def puzzle(game: str, number: int) -> Puzzle:
    (document,) = (document for document in files.shipped(game) if document["n"] == number)
    return store.of(f"{game}-{number}", game, document)


def others(puzzle: Puzzle) -> str:
    told = [found["move"] for found in puzzle.data["found"]]
    return answers._others(puzzle, position_of(puzzle.game, puzzle.data), told)


def test_names_with_commas_are_told_apart() -> None:
    assert others(puzzle("tea_time", 33)) == (
        "a mirror hare (row 3, column 3) · a mirror hare (row 3, column 5) · a cat"
    )


def test_many_moves_are_counted_in_one_look_at_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building the search takes milliseconds, and so do the names of dozens of moves."""
    many = puzzle("tea_time", 250)
    rules, texts, calls = core.game("tea_time"), advice.texts_of("tea_time"), []

    def counted(name: str, function: Any) -> Any:
        def call(*arguments: Any) -> Any:
            calls.append(name)
            return function(*arguments)

        return call

    monkeypatch.setattr(rules, "problem", counted("problem", rules.problem))
    monkeypatch.setattr(texts, "name", counted("name", texts.name))
    assert others(many) == "71 other moves"
    assert calls == ["problem"]


def test_the_readers_own_move_has_the_same_figure_in_the_table_and_in_the_reasons() -> None:
    """Its larger error rounds the best move's chance, too, in both."""
    stored = puzzle(
        "parade", next(each["n"] for each in files.shipped("parade") if "card" in each["found"][0]["move"])
    )
    position = position_of("parade", stored.data)
    best, *_rest = stored.data["found"]
    best["wins"][position.seat] = 0.54
    cards = [found["move"]["card"] for found in stored.data["found"]]
    move = {"type": "play", "card": next(card for card in position.view["hand"] if card not in cards)}
    seats = len(best["wins"])
    mine = best | {"move": move, "wins": [0.42] * seats, "errors": best["errors"] | {"wins": [0.06] * seats}}
    mine["apart"] = {name: [0.01] * seats for name in ("scores", "wins", "leads")}
    result = answers.result_context(stored, position, Answer(move=move, figures=mine))
    own = next(row for row in result["rows"] if row["mine"])
    assert (result["best"]["wins"], own["wins"]) == ("50%", "40%")
    assert result["reasons"][-1] == "Your chance to win is estimated at 50%, after your move at 40%."
