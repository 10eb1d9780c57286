"""The table of a puzzle or an exercise: its match up to the position, and its board. It is not stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards import Board, Scene, board, board_of, scene_of
from games.boards.contract import PuzzleTexts
from games.models import Move, Seat, Table
from games.play.bot_names import bot_names
from games.play.snapshot import RECENT, Snapshot
from games.puzzles.making import PuzzleData
from games.records import export
from games.rules import core
from games.rules.chance import Given

# The time of a move, in ms.
PACE = 2000
# The level of bots in the seats of people.
PERSON = "hard"


@dataclass(frozen=True)
class Position:
    """The table of a puzzle, its rows from the deal on, and the seat that has to decide."""

    snapshot: Snapshot
    rows: list[Move]
    seat: int

    @property
    def rules(self) -> core.Game:
        return self.snapshot.rules

    @property
    def view(self) -> core.View:
        return self.rules.view(self.snapshot.state, self.seat)

    @property
    def names(self) -> list[str]:
        return [seat.shown for seat in self.snapshot.seats]

    def scene(self) -> Scene:
        """Return what the seat sees, without what only a table has."""
        return scene_of(self.snapshot, self.seat)._replace(hints=False)

    def board(self, title: str, after: str, *, yours: bool) -> Board:
        """Return the board with that text in the place of whose turn it is."""
        drawn = board(self.scene())
        turn = "turn", title, after, "", yours, "", None
        own = {**drawn.own, "turn": turn, "foot": ("no_foot",), "conditional": None, "next_turn": None}
        return drawn._replace(own=own)


def position_of(game: str, data: PuzzleData) -> Position:
    """Return the position of a puzzle. Its match is played again."""
    rules, seat = core.game(game), data["seat"]
    table = _table(game, data["options"], len(data["moves"]))
    return _position(table, _seats(table, data["levels"], seat), _rows(rules, table, data), seat)


def position_in(match: Table, number: int, seat: int) -> Position:
    """Return the position after that move of a stored match, as its seat saw it then."""
    table = _table(match.game, match.options, number)
    seats = [
        Seat(
            table=table,
            index=other.index,
            name=_("You") if other.index == seat else other.shown,
            level=other.level,
        )
        for other in match.seats.all()
    ]
    return _position(table, seats, export.rows_of(match)[: number + 1], seat)


def _table(game: str, options: dict[str, Any], number: int) -> Table:
    return Table(
        id="puzzle",
        game=game,
        rules=core.game(game).VERSION,
        options=options,
        status=Table.Status.RUNNING,
        number=number,
        increment_ms=0,
    )


def _position(table: Table, seats: list[Seat], rows: list[Move], seat: int) -> Position:
    recent = [row for row in rows if row.number][-RECENT:]
    return Position(Snapshot(table, seats, rows[-1], recent=recent), rows, seat)


def _rows(rules: core.Game, table: Table, data: PuzzleData) -> list[Move]:
    state = core.redeal(rules, len(data["levels"]), data["setup"], data["options"])
    rows = [_row(rules, table, state, number=0, seat=None, move=data["setup"], events=[])]
    for number, (seat, move, *draws) in enumerate(data["moves"], start=1):
        answers = [
            tuple(value) if isinstance(value, list) else value for value in (draws[0] if draws else [])
        ]
        state, events = core.play(rules, state, seat=seat, move=move, at=number * PACE, chance=Given(answers))
        rows.append(_row(rules, table, state, number=number, seat=seat, move=move, events=events))
    for row in rows:
        # The log tells a move of a bot in a person's place as such.
        row.by = Move.By.PERSON if row.seat == data["seat"] else Move.By.BOT
    return rows


def _row(
    rules: core.Game,
    table: Table,
    state: core.State,
    number: int,
    seat: int | None,
    move: core.Move,
    events: list[core.Event],
) -> Move:
    return Move(
        table=table,
        number=number,
        seat=seat,
        key=str(number),
        move=move,
        events=events,
        state=rules.dump(state),
        at=number * PACE,
    )


def _seats(table: Table, levels: list[str], own: int) -> list[Seat]:
    bots = ["" if index == own else level or PERSON for index, level in enumerate(levels)]
    return [
        Seat(table=table, index=index, name=name or _("You"), level=level)
        for index, (level, name) in enumerate(zip(bots, bot_names(bots), strict=True))
    ]


def own_texts(game: str) -> PuzzleTexts:
    """Return the texts of a game that has puzzles."""
    own = board_of(game).PUZZLES
    assert own is not None
    return own
