"""A person's position on the ladder of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.models import User
from games import boards
from games.ladder import climbs
from games.ladder.models import AHEAD, LAST, NEEDED, Climb
from games.models import Seat, Table
from games.play import results
from games.play.bot_names import OF_LEVEL
from games.rules import core

# After so many matches ahead in a row a harder bot is offered before the step is passed.
IN_A_ROW = 3


@dataclass(frozen=True)
class Step:
    """The step against one bot: its results and where it is from where the person stands."""

    level: str
    results: str
    is_passed: bool
    is_next: bool

    @property
    def played(self) -> int:
        return len(self.results)

    @property
    def ahead(self) -> int:
        return self.results.count(AHEAD)

    @property
    def missing(self) -> int:
        """Return the number of further matches ahead, one after another, that pass the step.

        Only the last matches count, so a match ahead that falls out has to be replaced as well.
        """
        return next(
            more for more in range(1, NEEDED + 1) if more + self.results[more - LAST :].count(AHEAD) >= NEEDED
        )

    @property
    def loses_old_ones(self) -> bool:
        """Return True if matches ahead fall out before the step is passed."""
        return self.missing > NEEDED - self.ahead

    @property
    def pips(self) -> list[str]:
        """Return a mark for each of the last matches, then empty ones."""
        signs = ["ahead" if sign == AHEAD else "behind" for sign in self.results]
        return signs + [""] * (LAST - len(signs))


@dataclass(frozen=True)
class Ladder:
    """A game's steps, the lowest first."""

    game: str
    steps: Sequence[Step]

    @property
    def next(self) -> Step:
        """Return the lowest step above those that are passed; the last one if all are."""
        return next((step for step in self.steps if step.is_next), self.steps[-1])

    @property
    def from_the_top(self) -> Sequence[Step]:
        return self.steps[::-1]

    @property
    def is_done(self) -> bool:
        return self.steps[-1].is_passed


def rungs(game: str) -> list[str]:
    """Return the levels of the game's bots that have a face, the weakest first."""
    return [level for level in OF_LEVEL if level in core.game(game).LEVELS]


def ladders(person: User | None) -> list[Ladder]:
    """Return the ladders of all games that have bots with faces."""
    rows = Climb.objects.filter(user=person) if person is not None else ()
    by_rung = {(row.game, row.level): row for row in rows}
    return [ladder(game, by_rung) for game in boards.games() if rungs(game)]


def ladder(game: str, rows: Mapping[tuple[str, str], Climb]) -> Ladder:
    levels = rungs(game)
    passed = [
        number for number, level in enumerate(levels) if (row := rows.get((game, level))) and row.is_passed
    ]
    # A step that is passed takes those below it with it.
    stands = max(passed, default=-1)
    steps = [
        Step(
            level,
            rows[game, level].results if (game, level) in rows else "",
            is_passed=number <= stands,
            is_next=number == stands + 1,
        )
        for number, level in enumerate(levels)
    ]
    return Ladder(game, steps)


def levels(person: User | None) -> dict[str, str]:
    """Return by game the level of the bots against which the person plays next."""
    return {ladder.game: ladder.next.level for ladder in ladders(person)}


def nearest(ladders: Sequence[Ladder]) -> Ladder | None:
    """Return the ladder whose next pass is nearest; None if all are climbed."""
    return min(
        (ladder for ladder in ladders if not ladder.is_done),
        key=lambda ladder: ladder.next.missing,
        default=None,
    )


@dataclass(frozen=True)
class Offer:
    """The effect of a match on a person's ladder: the step that it counted for, and the level to play next."""

    step: Step
    has_passed: bool
    in_a_row: bool
    next_level: str


def offer(table: Table, seats: Sequence[Seat], person: User) -> Offer | None:
    """Return what the finished match did on the person's ladder; None if it did nothing."""
    own = _noted_seat(table, seats, person)
    if own is None:
        return None
    levels = climbs.outcomes(table, own, seats)
    if not levels:
        return None
    rows = {(row.game, row.level): row for row in Climb.objects.filter(user=person, game=table.game)}
    steps = ladder(table.game, rows).steps
    # The hardest bot of the match that had not been passed before it.
    met = [
        (place, step)
        for place, step in enumerate(steps)
        if step.level in levels and (row := rows.get((table.game, step.level))) is not None
        if not step.is_passed or row.passed_at == table.ended_at
    ]
    if not met:
        return None
    place, step = met[-1]
    has_passed = rows[table.game, step.level].is_passed
    in_a_row = step.results.endswith(AHEAD * IN_A_ROW)
    above = steps[place + 1].level if place + 1 < len(steps) else ""
    return Offer(step, has_passed, in_a_row, above if has_passed or in_a_row else "")


def is_undone_by_hint(table: Table, seats: Sequence[Seat], person: User) -> bool:
    """Return True if the person was ahead of all bots of the finished match, and had asked for a hint."""
    own = _noted_seat(table, seats, person)
    return own is not None and not results.is_apart(table) and not climbs.outcomes(table, own, seats)


def _noted_seat(table: Table, seats: Sequence[Seat], person: User) -> Seat | None:
    own = next((seat for seat in seats if seat.user_id == person.pk), None)
    return own if own is not None and climbs.is_noted(table, own) else None
