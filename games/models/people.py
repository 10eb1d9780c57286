"""What a person has beside their account because they play here: vacations, friends, whom they don't meet,
and how their matches ended."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Vacation(models.Model):
    """Whole days (UTC) of a member's, from the first to the last inclusive. Day-paced clocks stand still from the press
    on the first day, `begun_at`, to the end of the last; before this was kept, from the first day's midnight on."""

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
    """Somebody on a person's own list; the other one needs not have them on theirs."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_of")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "friend"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.user_id} likes to play with {self.friend_id}"


class Block(models.Model):
    """Whom a person doesn't want to meet: they can't sit down at the same open table, nor invite one another."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.user_id} does not meet {self.blocked_id}"


class Results(models.Model):
    """How many matches of a game a person has finished and won, the public ones apart: counted when a match ends, so
    that nobody need count them again. Who resigned has not won."""

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
    """What a person's matches of a game come to (games/play/figures.py), those of public tables apart."""

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
    """Whose figures everybody may see; without a row they are the person's own to see. `parts`: which of them, by the
    names in games/queries/figures.py; None: all."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="figures_shown")
    parts = models.JSONField(null=True, blank=True, default=None)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "figures shown"

    def __str__(self) -> str:
        return f"{self.user_id} shows figures"
