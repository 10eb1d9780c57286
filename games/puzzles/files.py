"""The files of puzzles that the site ships: `puzzles.jsonl` in the folder of a game, one puzzle a line."""

from __future__ import annotations

import json
from pathlib import Path

from games import boards
from games.boards.installed import board_of, config
from games.puzzles.making import Limits, PuzzleData, find_puzzle, series
from games.rules import core

NAME = "puzzles.jsonl"


def games() -> list[str]:
    """Return the games that have puzzles."""
    return [game for game in boards.games() if board_of(game).PUZZLES is not None]


def path_of(game: str) -> Path:
    return Path(config(game).path) / NAME


def read(path: Path) -> list[PuzzleData]:
    """Return the puzzles of a file, none if there is no such file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def shipped(game: str) -> list[PuzzleData]:
    """Return the shipped puzzles that the present rules can show."""
    return [puzzle for puzzle in read(path_of(game)) if puzzle["rules"] == core.game(game).VERSION]


def add_one(game: str, path: Path, limits: Limits, seed: str) -> int:
    """Make the next puzzle and append it to the file. Return how many it has then.

    It continues after the match of the last one, so a run that was stopped goes on where it was.
    """
    before = read(path)
    greedy = sum(puzzle["greedy"] for puzzle in before)
    allowed = limits.allow_greedy(greedy, len(before))
    matches = series(game, before[-1]["n"] + 1 if before else 0, seed)
    puzzles = (find_puzzle(match, limits, greedy=allowed, seed=seed) for match in matches)
    puzzle = next(puzzle for puzzle in puzzles if puzzle is not None)
    lines = [*before, {"rules": core.game(game).VERSION} | puzzle]
    text = "".join(json.dumps(puzzle, separators=(",", ":")) + "\n" for puzzle in lines)
    # A run that is stopped here leaves the old file.
    new = path.with_suffix(".part")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
    return len(lines)
