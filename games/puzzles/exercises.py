"""Exercises: puzzles from a person's own mistakes, the costliest moves in the reviews of their last matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F
from django.urls import reverse

from games.coach.analysis import review
from games.coach.models import Review
from games.models import Seat, Table
from games.puzzles import files
from games.records import export

# The newest reviews that exercises are taken from, and the last matches that are offered for review.
REVIEWS, MATCHES = 10, 5


@dataclass(frozen=True)
class Exercise:
    """The position after move `at` of a match, in which the person's seat had to decide. `solved` is true once the
    person has found the best move."""

    table: Table
    seat: int
    at: int
    part: review.Part
    solved: bool

    @property
    def address(self) -> str:
        return reverse("exercise", args=[self.table.pk, self.at])


def exercises(person: int, of: str = "") -> list[Exercise]:
    """Return the person's exercises, of one match if `of` names it, costliest first."""
    reviews_done = Review.objects.filter(
        status=Review.Status.DONE, table__seats__user=person, table__seats__index=F("seat")
    )
    if of:
        reviews_done = reviews_done.filter(table=of)
    newest = reviews_done.select_related("table").order_by("-table__ended_at", "pk")[:REVIEWS]
    results = [
        Exercise(row.table, seat=row.seat, at=at, part=row.parts[at], solved=at in row.solved)
        for row in newest
        if row.table.game in files.games() and export.judged_here(row.table)
        for at in review.costliest(row.parts, row.seat)
    ]
    return sorted(results, key=lambda exercise: -exercise.part["cost"])


def unsolved(exercises: list[Exercise], after: Exercise | None = None) -> Exercise | None:
    """Return the next unsolved exercise after one of them, or the first one. Starts again at the end; None if all are
    solved."""
    number = exercises.index(after) + 1 if after else 0
    return next(
        (exercise for exercise in exercises[number:] + exercises[:number] if not exercise.solved), None
    )


def to_review(person: int) -> list[Seat]:
    """Return the person's seats in their last matches that have no review for that seat yet."""
    seats = Seat.objects.filter(user=person, table__status=Table.Status.OVER, table__game__in=files.games())
    last = seats.select_related("table").order_by("-ended_at", "-pk")[:MATCHES]
    reviewed = set(
        Review.objects.filter(table__in=[seat.table_id for seat in last]).values_list("table", "seat")
    )
    return [
        seat
        for seat in last
        if (seat.table_id, seat.index) not in reviewed and export.judged_here(seat.table)
    ]
