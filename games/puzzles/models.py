"""Puzzles, the answers of people, and their standing in each game."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Table
from games.puzzles.scale import START


class Puzzle(models.Model):
    """A position with one best move. `data` is as in games/puzzles/making.py; `chosen` counts the first answers by the
    move's name in games/puzzles/answers.py."""

    id = models.CharField(primary_key=True, max_length=40)
    game = models.CharField(max_length=20)
    data = models.JSONField()
    themes = models.JSONField(default=list)
    # Of a puzzle from a match of people: that match. Others are from matches between bots, and are shipped.
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="puzzles")
    is_shipped = models.BooleanField(default=True)
    # False once the site doesn't ship it any more, for example because a later search finds another best move. Its
    # answers are kept.
    is_offered = models.BooleanField(default=True, db_default=True)
    # False if the match is nearly won or lost whatever the seat does. Such puzzles are never that of the day.
    is_open = models.BooleanField(default=True, db_default=True)
    rating = models.FloatField(default=START)
    tries = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    chosen = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["game", "rating"], name="puzzle_by_rating")]

    def __str__(self) -> str:
        return self.id

    @property
    def has_hint(self) -> bool:
        """False if the best two moves, which a hint names, are all."""
        return len(self.data["found"]) > 2

    @property
    def best(self) -> dict[str, Any]:
        move: dict[str, Any] = self.data["found"][0]["move"]
        return move


class Answer(models.Model):
    """The first answer of a person to a puzzle. There is one at most, so a puzzle counts once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_answers", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    move = models.JSONField()
    # The expected results of a wrong move that the puzzle does not list; null until the coach has compared it,
    # and if it was too busy.
    figures = models.JSONField(null=True, blank=True)
    is_right = models.BooleanField()
    # The person's number before it and after it.
    before = models.FloatField()
    after = models.FloatField()
    # The number of right answers in a row with this one, in a streak; null outside of one.
    run = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_answer_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle_id} {self.is_right}"


class Hint(models.Model):
    """A person who has asked for a hint to a puzzle. Their answer then changes no number."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_hints", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="hints")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_hint_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle_id}"


class Standing(models.Model):
    """A person's number in the puzzles of a game, and their streaks: the one that runs, and the longest.

    `next` is the only puzzle with which the running streak goes on, so that nobody skips one.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_standings", db_index=False
    )
    game = models.CharField(max_length=20)
    rating = models.FloatField(default=START)
    tries = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)
    next = models.ForeignKey(Puzzle, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_standing_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.rating:.0f}"


class WithheldMatches(models.Model):
    """A person who does not want puzzles to be made from their public matches."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="withheld_matches")

    def __str__(self) -> str:
        return f"{self.user_id} withholds their matches"
