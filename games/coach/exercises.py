"""Exercises: the positions of a person's last matches in which their moves cost most, taken from the reviews of their
own seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from games import boards
from games.coach.analysis import review
from games.coach.models import Review
from games.models import Seat
from games.records import export

# The newest reviews that exercises are taken from, and the last matches that are offered for review.
REVIEWS, MATCHES = 10, 5


@dataclass(frozen=True)
class Exercise:
    """The position after move `at` of a match, in which the person's seat had to decide. `solved` is true once the
    person has found the best move."""

    table: str
    seat: int
    at: int
    part: review.Part
    solved: bool

    @property
    def name(self) -> str:
        """Return a name that is unique among the person's exercises."""
        return f"{self.table} {self.at}"


def _reviewed_games() -> list[str]:
    """Return the games that have a coach."""
    return [game for game in boards.games() if boards.board_of(game).COACH is not None]


def exercises(person: int, of: str = "") -> list[Exercise]:
    """Return the person's exercises, of one match if `of` names it, costliest first."""
    done = Review.objects.filter(
        status=Review.Status.DONE, table__seats__user=person, table__seats__index=F("seat")
    )
    if of:
        done = done.filter(table=of)
    newest = done.select_related("table").order_by("-table__ended_at", "pk")[:REVIEWS]
    results = [
        Exercise(each.table_id, seat=each.seat, at=at, part=each.parts[at], solved=at in each.solved)
        for each in newest
        if each.table.game in _reviewed_games() and export.judged_here(each.table)
        for at in review.dearest(each.parts, each.seat)
    ]
    return sorted(results, key=lambda each: -each.part["cost"])


def to_review(person: int) -> list[Seat]:
    """Return the person's seats in their last matches that have no review for that seat yet."""
    seats = Seat.objects.filter(user=person, ended_at__isnull=False, table__game__in=_reviewed_games())
    last = seats.select_related("table").order_by("-ended_at", "-pk")[:MATCHES]
    reviewed = set(
        Review.objects.filter(table__in=[each.table_id for each in last]).values_list("table", "seat")
    )
    return [
        each
        for each in last
        if (each.table_id, each.index) not in reviewed
        and export.judged_here(each.table)
        and each.table.is_over
    ]
