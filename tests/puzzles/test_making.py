"""Puzzles are made from matches: clear, the same by the same seed, and with nothing that the seat can't know."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from games.puzzles import files, making
from games.puzzles.making import Limits
from games.puzzles.positions import position_of
from games.rules import core

QUICK = Limits(points=1.0, wins=0.02, searches=2, times=0.5, fewest=True)


def first(limits: Limits = QUICK) -> making.PuzzleData:
    """Return the first puzzle that these limits let through."""
    for match in making.series("parade", 0):
        puzzle = making.find_puzzle(match, limits)
        if puzzle is not None:
            return puzzle
    raise AssertionError


@cache
def new_puzzle() -> making.PuzzleData:
    """The first puzzle, made once for all tests that change nothing of it."""
    return first()


def test_the_same_seed_makes_the_same_puzzle() -> None:
    assert first() == new_puzzle()


def test_the_hidden_cards_are_dealt_anew_and_the_seat_sees_the_same() -> None:
    puzzle = new_puzzle()
    match = next(making.series("parade", puzzle["n"]))
    views = dict(making._positions(core.game("parade"), match))
    assert position_of("parade", puzzle).view == views[len(puzzle["moves"])]
    assert puzzle["setup"]["deck"] != match.setup["deck"]


def test_the_best_move_is_first_and_better_by_the_margin() -> None:
    puzzle = new_puzzle()
    points, wins = puzzle["gap"]
    assert points >= QUICK.points or wins >= QUICK.wins
    assert len(puzzle["found"]) > 1 and "apart" in puzzle["found"][1]


def test_a_margin_that_no_move_has_leaves_nothing() -> None:
    puzzle = new_puzzle()
    match = next(making.series("parade", puzzle["n"]))
    assert making.find_puzzle(match, replace(QUICK, points=1000.0, wins=2.0)) is None


def test_without_the_greedy_move_another_position_is_found_or_none() -> None:
    puzzles = (making.find_puzzle(match, QUICK, greedy=False) for match in making.series("parade", 0))
    assert not next(puzzle for puzzle in puzzles if puzzle is not None)["greedy"]


def test_a_file_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    files.add_one("parade", one, QUICK, "s")
    shutil.copy(one, two)
    files.add_one("parade", one, QUICK, "s")
    assert len(files.read(two)) == 1
    files.add_one("parade", two, QUICK, "s")
    assert one.read_text() == two.read_text()
    assert len({puzzle["n"] for puzzle in files.read(two)}) == 2
    assert sum(puzzle["greedy"] for puzzle in files.read(one)) == 0


@pytest.mark.parametrize("game", ["parade", "tea_time", "wonderland"])
def test_the_shipped_puzzles_are_playable_and_their_themes_have_words(game: str) -> None:
    from games.boards import board_of
    from games.puzzles import store

    shipped, own = files.shipped(game), board_of(game).PUZZLES
    assert own is not None and shipped
    themes: set[str] = set()
    for data in shipped:
        position = position_of(game, data)
        legal = position.rules.legal_moves(position.snapshot.state, position.seat)
        cells = [_plain(move) for move in legal]
        assert all(_plain(candidate["move"]) in cells for candidate in data["found"]), data["n"]
        found = set(store.of("x", game, data).themes)
        assert found, data["n"]
        themes |= found
    assert themes <= set(own.THEMES) and len(themes) >= 5
    assert sum(puzzle["greedy"] for puzzle in shipped) <= 0.4 * len(shipped)
    assert len({puzzle["n"] for puzzle in shipped}) == len(shipped)


def _plain(move: core.Move) -> str:
    """Return the move as text; the cells of a run have no order."""
    return json.dumps({**move, "cells": sorted(move["cells"])} if "cells" in move else move, sort_keys=True)


def test_the_files_are_small() -> None:
    assert sum(files.path_of(game).stat().st_size for game in files.games()) < 1_500_000
