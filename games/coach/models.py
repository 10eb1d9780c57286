"""Hints taken, and reviews: each is a job with its progress and results. The tables were created under the label of
the core app and stay there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Table
from games.models.fields import PackedField


class Hint(models.Model):
    """A hint that a seat took after move `number`, with the advice (None in imported matches). A match with hints
    counts in nobody's figures."""

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
    """A review of a finished match as one seat saw it. `parts` are the results so far, one for each move
    (games/coach/analysis/review.py), and a worker continues after them."""

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
    # The widest network (hosting/limits/addresses.py) of the request, while the review is under way. Networks take
    # turns.
    network = models.CharField(max_length=45, blank=True, default="", db_default="")
    asked_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    parts = PackedField(default=list)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    # The indexes in `parts` of the exercises (games/puzzles/exercises.py) that the seat's person has solved.
    solved = models.JSONField(default=list, db_default=Value([], models.JSONField()), blank=True)
    # The worker, and when it last stored something. If it stays silent for a while, another worker continues.
    worker = models.CharField(max_length=40, blank=True)
    beat_at = models.DateTimeField(null=True, blank=True)
    # When done: the mean cost of the seat's moves in points, which counts in the person's figures.
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
