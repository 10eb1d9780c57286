"""Play on from a puzzle against bots, at a new table. What the seat can't see is dealt anew each time."""

from __future__ import annotations

from accounts.models import User
from games.coach import playing_on
from games.coach.questions import coach
from games.play.snapshot import Snapshot
from games.puzzles.models import Puzzle
from games.puzzles.positions import position_of


def play_on(puzzle: Puzzle, person: User, address: str) -> Snapshot:
    position = position_of(puzzle.game, puzzle.data)
    table = position.snapshot.table
    setup = {name: puzzle.data["setup"][name] for name in ("first", "deck")}
    dealt = coach.redeal(
        person.pk,
        address,
        position.rules,
        len(position.snapshot.seats),
        table.options,
        setup,
        position.entries,
        position.seat,
    )
    return playing_on.play_on(
        table,
        position.snapshot.seats,
        rows=position.rows,
        eyes=position.seat,
        person=person,
        dealt=dealt,
        place={"puzzle": puzzle.pk},
    )
