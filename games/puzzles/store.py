"""Store puzzles: those that the site ships, and those from matches of people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Table
from games.puzzles import files, scale
from games.puzzles.making import PuzzleData
from games.puzzles.models import Puzzle
from games.puzzles.positions import own_texts, position_of
from games.rules import core

# The least chance to win of a position that is open.
LEAST = 0.15


def load(now: datetime | None = None) -> int:
    """Store the shipped puzzles that are not there yet; return how many. A task of housekeeping.

    Stored puzzles get the figures of a later search and the themes that the rules find by now. Those that are not
    shipped any more, or with another position or best move, are not offered.
    """
    return sum(_load(game) for game in files.games())


def _load(game: str) -> int:
    data = {f"{game}-{puzzle['n']}": puzzle for puzzle in files.shipped(game)}
    stored = Puzzle.objects.filter(game=game, is_shipped=True).in_bulk()
    new = [of(id, game, puzzle) for id, puzzle in data.items() if id not in stored]
    # Another process may store the same ones.
    Puzzle.objects.bulk_create(new, ignore_conflicts=True)
    changed = [puzzle for id, puzzle in stored.items() if _renew(puzzle, data.get(id))]
    Puzzle.objects.bulk_update(changed, ["data", "themes", "is_offered", "is_open"])
    return len(new)


def _renew(puzzle: Puzzle, data: PuzzleData | None) -> bool:
    """Give a stored puzzle the shipped data, None if it isn't shipped. Return True if that changes something."""
    before = puzzle.is_offered, puzzle.is_open
    puzzle.is_offered, puzzle.is_open = (
        _question(puzzle.data) == _question(data),
        is_open(data or puzzle.data),
    )
    if data is None or not puzzle.is_offered or (data == puzzle.data and puzzle.themes):
        return before != (puzzle.is_offered, puzzle.is_open)
    puzzle.data, puzzle.themes = data, of(puzzle.pk, puzzle.game, data).themes
    return True


def _question(data: PuzzleData | None) -> list[Any]:
    """Return what the answers to a puzzle depend on."""
    if data is None:
        return []
    return [data["found"][0]["move"], *(data[name] for name in ("setup", "options", "moves", "seat"))]


def is_open(data: PuzzleData) -> bool:
    """Return True if the best move's chance to win is neither small nor nearly 1."""
    return LEAST <= float(data["found"][0]["wins"][data["seat"]]) <= 1 - LEAST


def of(id: str, game: str, data: PuzzleData, table: Table | None = None) -> Puzzle:
    """Return a puzzle that is not stored yet, with its themes and its first number."""
    position = position_of(game, data)
    moves = len(position.rules.legal_moves(position.snapshot.state, position.seat))
    return Puzzle(
        id=id,
        game=game,
        data=data,
        themes=themes_of(game, position.view, data["found"][0]["move"]),
        table=table,
        is_shipped=table is None,
        is_open=is_open(data),
        rating=scale.first_guess(data, moves),
    )


def themes_of(game: str, view: core.View, best: core.Move) -> list[str]:
    """Return the codes of the themes that the game finds in the best move."""
    return list(dict.fromkeys(own_texts(game).themes(view, best)))
