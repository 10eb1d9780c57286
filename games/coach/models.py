"""Hints that were taken, and reviews: each a job, its progress, and what it found. Their tables were made with those of
the core, under whose label they stay."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.models.fields import PackedField


class Hint(models.Model):
    """That a seat has asked what the strongest bot would do, after move `number`, and what it was told (None of a match
    that was played elsewhere). Such a match counts in no figures of anybody's."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="hints_taken")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    advice = models.JSONField(null=True, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "games"
        ordering = ["number", "seat"]
        constraints = [models.UniqueConstraint(fields=["table", "seat", "number"], name="one_hint_a_move")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.number}"


class Review(models.Model):
    """A finished match through the eyes of one seat. `parts` are what has been found so far, a part a move
    (games/coach/analysis/review.py): whoever goes on with it begins behind them."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    table = models.ForeignKey(Table, models.CASCADE, related_name="reviews", db_index=False)
    seat = models.PositiveSmallIntegerField()
    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reviews"
    )
    # The widest network (hosting/limits/addresses.py) that it was asked for from, as long as it is under way: networks
    # take turns.
    network = models.CharField(max_length=45, blank=True, default="", db_default="")
    asked_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    parts = PackedField(default=list)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    # The places among the parts of those exercises (games/coach/exercises.py) that the seat's person has solved.
    solved = models.JSONField(default=list, db_default=Value([], models.JSONField()), blank=True)
    # Who works on it, and when that process last said so: after a while without a word another one goes on.
    worker = models.CharField(max_length=40, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True)
    # Of a review that is done, in points a move: what the figures of its person count.
    cost_a_move = models.FloatField(null=True, blank=True)

    class Meta:
        app_label = "games"
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_review_a_seat")]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=Q(status__in=["waiting", "running"]), name="review_waits"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.status}"

    @property
    def is_done(self) -> bool:
        return self.status == self.Status.DONE
