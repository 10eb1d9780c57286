"""Results of people when a match ends, and how fast they reacted in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import cast

from django.db import connection
from django.db.models import OuterRef

from games.models import Move, Seat, Table
from games.play import figures, hooks
from games.rules import core, reactions

# The ORM can't write an upsert that adds to the stored value. SQLite and PostgreSQL both know this one.
ADD = """INSERT INTO games_results (user_id, game, public, played, won) VALUES {rows}
ON CONFLICT (user_id, game, public)
DO UPDATE SET played = games_results.played + 1, won = games_results.won + excluded.won"""


def is_apart(table: Table) -> bool:
    """Return True for a guided match, one begun from a position of another, and one on a shared deal."""
    return table.is_guided or table.begun_from is not None or table.is_shared_deal


def counts(table: Table, seat: int | None = None) -> bool:
    """Return True if a finished match counts in people's figures; with a seat, what the others did does not matter."""
    own = Table.objects.filter(pk=table.pk)
    return not is_apart(table) and not any(
        own.filter(condition(OuterRef("pk"), seat)).exists() for condition in hooks.uncounted
    )


def count(table: Table, seats: Sequence[Seat]) -> None:
    """Count a match for its people, within the transaction that ends it.

    Some matches count for nobody: guided ones, those begun from a position of another, those on a shared deal, and
    those that a feature excludes, such as matches with a hint. Seats that a program seems to have played count for
    nobody either. People are in the order of their ids, so that two matches that end at once don't wait for each other.
    """
    if not counts(table):
        return
    people = sorted(
        (seat.user_id, table.is_won_by(seat)) for seat in seats if seat.user_id is not None and not seat.mark
    )
    values = [value for person, won in people for value in (person, table.game, table.public, 1, int(won))]
    if people:
        with connection.cursor() as cursor:
            cursor.execute(ADD.format(rows=", ".join(["(%s, %s, %s, %s, %s)"] * len(people))), values)
        figures.add(table, seats)


# A reaction in ms, and the game's verdict on the claim.
Claim = tuple[int, int]


def note_reactions(table: Table, seats: Sequence[Seat]) -> None:
    """Store the reactions, within the transaction that ends the match and after its last move is stored."""
    rules, claims = cast(core.RealTimeGame, core.game(table.game)), _Claims()
    for index, by, move, events, timing in _rows(table.pk):
        if index is not None and timing is not None and "reaction" in timing:
            verdict = sum(rules.verdict(event) for event in events)
            claims.add(index, rules.claim(move), by == Move.By.PERSON, (timing["reaction"], verdict))
    # A seat may have been marked after these seats were read.
    marked = set(Seat.objects.filter(table=table, mark=reactions.HELD_BACK).values_list("pk", flat=True))
    for seat in seats:
        seat.mark = reactions.HELD_BACK if seat.pk in marked else ""
        _note(seat, claims.all[seat.index], claims.people[seat.index])


def mark_held_back(table: str, seats: Collection[int]) -> None:
    """Mark seats whose pages answer later than their browsers do. It is shown when the match is over."""
    running = Seat.objects.filter(table=table, table__status=Table.Status.RUNNING, index__in=seats)
    running.update(mark=reactions.HELD_BACK)


def _rows(table: str) -> Sequence[tuple[int | None, str, core.Move, list[core.Event], dict[str, int] | None]]:
    claims = Move.objects.filter(table_id=table, timing__isnull=False)
    return list(claims.values_list("seat", "by", "move", "events", "timing"))


class _Claims:
    """Claims by seat. Only a seat's first claim in a contest tells its reaction."""

    def __init__(self) -> None:
        self.all: dict[int, list[Claim]] = defaultdict(list)
        self.people: dict[int, list[int]] = defaultdict(list)
        self._counted: set[tuple[int, int | None]] = set()

    def add(self, seat: int, contest: int | None, person: bool, claim: Claim) -> None:
        if (seat, contest) in self._counted:
            return
        self._counted.add((seat, contest))
        self.all[seat].append(claim)
        if person:
            self.people[seat].append(claim[0])


def _note(seat: Seat, claims: list[Claim], persons: list[int]) -> None:
    seat.claims = claims
    if judged := reactions.judged(persons):
        seat.usual_ms, seat.best_ms = judged.usual, judged.best
        seat.mark = judged.mark or seat.mark
    changed = {name: getattr(seat, name) for name in ("claims", "usual_ms", "best_ms", "mark")}
    Seat.objects.filter(pk=seat.pk).update(**changed)
