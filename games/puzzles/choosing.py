"""Choose the puzzle of the day, and the next puzzle for a person."""

from __future__ import annotations

import secrets
from datetime import UTC, date
from random import Random
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from games.puzzles import files
from games.puzzles.models import Puzzle, Standing
from games.puzzles.scale import START

# The next puzzle is drawn from the NEAR puzzles whose numbers are nearest to the person's.
NEAR = 10


class Today(NamedTuple):
    """The puzzle of a day: its game, its address, and its id."""

    game: str
    address: str
    puzzle: str


def today(day: date | None = None) -> Today | None:
    """Return the puzzle of the day (UTC), the same for everybody; None if none is stored.

    The games take turns. Each game goes through its shipped puzzles in a shuffled order, without those whose match is
    nearly decided.
    """
    number = (day or timezone.now().astimezone(UTC).date()).toordinal()
    games = files.games()
    if not games:
        return None
    round_, at = divmod(number, len(games))
    game = games[at]
    puzzles = Puzzle.objects.filter(game=game, is_shipped=True, is_offered=True, is_open=True)
    ids = sorted(puzzles.values_list("pk", flat=True))
    if not ids:
        return None
    lap, place = divmod(round_, len(ids))
    Random(f"{game}:{lap}").shuffle(ids)
    return Today(game, reverse("puzzle", args=[ids[place]]), ids[place])


def following(game: str, person: int | None, theme: str = "") -> Puzzle | None:
    """Return a puzzle that is new to the person, about as hard as they are good; None if there is none."""
    standing = Standing.objects.filter(user=person, game=game).first() if person else None
    mine = standing.rating if standing else START
    rows = _new(game, person).values_list("pk", "rating", "themes")
    nearest = sorted((abs(rating - mine), pk) for pk, rating, themes in rows if not theme or theme in themes)
    if not nearest:
        return None
    return Puzzle.objects.get(pk=secrets.choice(nearest[:NEAR])[1])


def of_streak(game: str, person: int) -> Puzzle | None:
    """Return the puzzle with which the person's streak goes on, the same until it is answered; None if none runs."""
    rows = Puzzle.objects.filter(pk__in=_next(game, person), is_offered=True)
    return rows.exclude(answers__user=person).first()


def in_streak(puzzle: Puzzle, person: int, *, begin: bool) -> bool:
    """Return True if an answer to the puzzle counts in a streak. `begin` asks for one if none runs."""
    running = of_streak(puzzle.game, person)
    return puzzle == running if running else begin


def _next(game: str, person: int) -> QuerySet[Standing, str]:
    return Standing.objects.filter(user=person, game=game, next__isnull=False).values_list("next", flat=True)


def _new(game: str, person: int | None) -> QuerySet[Puzzle]:
    """Return the puzzles that the person has not answered, has no hint to, and that are not next in their streak."""
    rows = Puzzle.objects.filter(game=game, is_offered=True)
    if person is None:
        return rows
    return rows.exclude(answers__user=person).exclude(hints__user=person).exclude(pk__in=_next(game, person))


def themes_of(game: str, person: int | None) -> dict[str, int]:
    """Return the number of puzzles that are new to the person, by theme."""
    counts: dict[str, int] = {}
    for themes in _new(game, person).values_list("themes", flat=True):
        for theme in themes:
            counts[theme] = counts.get(theme, 0) + 1
    return counts
