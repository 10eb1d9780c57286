"""Store puzzles: those that the site ships, and those from matches of people."""

from __future__ import annotations

from datetime import datetime

from games.boards import board_of
from games.models import Table
from games.puzzles import files, scale
from games.puzzles.making import PuzzleData
from games.puzzles.models import Puzzle
from games.puzzles.positions import position_of
from games.rules import core


def load(now: datetime | None = None) -> int:
    """Store the shipped puzzles that are not there yet; return how many. A task of housekeeping.

    Stored puzzles get the figures of a later search and the themes that the rules find by now. Those that are not
    shipped any more are not offered.
    """
    return sum(_load(game) for game in files.games())


def _load(game: str) -> int:
    data = {f"{game}-{puzzle['n']}": puzzle for puzzle in files.shipped(game)}
    shipped = Puzzle.objects.filter(game=game, is_shipped=True)
    stored = {id: (gap, themes) for id, gap, themes in shipped.values_list("pk", "data__gap", "themes")}
    new = [of(id, game, puzzle) for id, puzzle in data.items() if id not in stored]
    # Another process may store the same ones.
    Puzzle.objects.bulk_create(new, ignore_conflicts=True)
    old = [
        id for id, (gap, themes) in stored.items() if id in data and (gap != data[id]["gap"] or not themes)
    ]
    Puzzle.objects.bulk_update([of(id, game, data[id]) for id in old], ["data", "themes"])
    gone = [id for id in stored if id not in data]
    shipped.filter(pk__in=gone, is_offered=True).update(is_offered=False)
    shipped.exclude(pk__in=gone).filter(is_offered=False).update(is_offered=True)
    return len(new)


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
        rating=scale.first_guess(data, moves),
    )


def themes_of(game: str, view: core.View, best: core.Move) -> list[str]:
    """Return the codes of the themes that the game finds in the best move."""
    own = board_of(game).PUZZLES
    return list(dict.fromkeys(own.themes(view, best))) if own else []
