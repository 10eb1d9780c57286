"""Choose the puzzle of the day, and the next puzzle for a person."""

from __future__ import annotations

import secrets
from datetime import UTC, date
from random import Random
from typing import NamedTuple

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

    The games take turns. Each game goes through its shipped puzzles in a shuffled order.
    """
    number = (day or timezone.now().astimezone(UTC).date()).toordinal()
    games = files.games()
    if not games:
        return None
    round_, at = divmod(number, len(games))
    game = games[at]
    ids = sorted(Puzzle.objects.filter(game=game, is_shipped=True).values_list("pk", flat=True))
    if not ids:
        return None
    lap, place = divmod(round_, len(ids))
    Random(f"{game}:{lap}").shuffle(ids)
    return Today(game, reverse("puzzle", args=[ids[place]]), ids[place])


def following(game: str, person: int | None, theme: str) -> Puzzle | None:
    """Return a puzzle that the person has not answered, about as hard as they are good; None if there is none."""
    left = (
        Puzzle.objects.filter(game=game).exclude(answers__user=person)
        if person
        else Puzzle.objects.filter(game=game)
    )
    standing = Standing.objects.filter(user=person, game=game).first() if person else None
    mine = standing.rating if standing else START
    rows = left.values_list("pk", "rating", "themes")
    nearest = sorted((abs(rating - mine), pk) for pk, rating, themes in rows if not theme or theme in themes)
    if not nearest:
        return None
    return Puzzle.objects.get(pk=secrets.choice(nearest[:NEAR])[1])


def themes_of(game: str, person: int | None) -> dict[str, int]:
    """Return the number of puzzles that the person has not answered, by theme."""
    counts: dict[str, int] = {}
    rows = Puzzle.objects.filter(game=game)
    if person:
        rows = rows.exclude(answers__user=person)
    for themes in rows.values_list("themes", flat=True):
        for theme in themes:
            counts[theme] = counts.get(theme, 0) + 1
    return counts
