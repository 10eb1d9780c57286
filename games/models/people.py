"""Data about people besides their account: vacations, friends, blocks, results and figures."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Vacation(models.Model):
    """A member's vacation: whole days (UTC), first and last included.

    Day-paced clocks stand still from `begun_at`, the moment when it was begun on the first day, to the end of the last
    day. Old rows lack `begun_at`: there they stand still from midnight of the first day.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["first"]
        indexes = [models.Index(fields=["user", "last"], name="vacation_last")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.first} to {self.last}"


class Friend(models.Model):
    """An entry in a person's list of friends. The list of the other person is independent of it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_of")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "friend"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.user_id} likes to play with {self.friend_id}"


class Block(models.Model):
    """A person whom the user has blocked. They can't sit down at the same open table or invite one another."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.user_id} does not meet {self.blocked_id}"


class Results(models.Model):
    """The number of matches of a game that a person has finished and won, public ones counted apart.

    They are counted when a match ends, so that no page counts them. A person who resigned has not won.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="results", db_index=False)
    game = models.CharField(max_length=20)
    public = models.BooleanField()
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "results"
        constraints = [models.UniqueConstraint(fields=["user", "game", "public"], name="results_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.won}/{self.played}"


class Figures(models.Model):
    """Figures of a person's matches of a game (games/play/figures.py), those at public tables apart."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="figures", db_index=False)
    game = models.CharField(max_length=20)
    public = models.BooleanField()
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "figures"
        constraints = [models.UniqueConstraint(fields=["user", "game", "public"], name="figures_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}"


class FiguresShown(models.Model):
    """A person whose figures everybody may see; without a row only the person sees them.

    `parts` are the visible ones by their names in games/queries/figures.py; None means all.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="figures_shown")
    parts = models.JSONField(null=True, blank=True, default=None)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "figures shown"

    def __str__(self) -> str:
        return f"{self.user_id} shows figures"
