"""Ratings as they are stored: which tables are rated, what each match did to its people, and how people stand now."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Table


class Pool(models.Model):
    """The matches that are rated together: a game at a pace. Whoever changes its ratings locks its row and raises the
    version. Its matches that ended at `since` or later have still to be computed; null: none have."""

    name = models.CharField(primary_key=True, max_length=25)
    version = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class RatedMatch(models.Model):
    """A table that was opened as rated, under its id. The row outlives the table: what a deleted match did to its
    people is taken back."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("not over yet")
        COUNTS = "counts", _("counts")
        OUT = "out", _("does not count")

    id = models.CharField(primary_key=True, max_length=8)
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="rated_match")
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    # Why it does not count (games/ratings/counting.py).
    why = models.CharField(max_length=10, blank=True)
    # Known once it is over.
    pool = models.CharField(max_length=25, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "rated matches"
        indexes = [
            models.Index(fields=["pool", "ended_at"], name="rated_match_order"),
            # Of all tables that were ever rated those that are not over are few.
            models.Index(fields=["status"], condition=Q(status="waiting"), name="rated_match_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.status}"


class Place(models.Model):
    """A person's seat in a match that counts: where they came in among its people, and what it did to their rating.
    When the person leaves for good the row stays without them, so that the others' ratings can be recomputed."""

    match = models.ForeignKey(RatedMatch, models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rated_places", db_index=False
    )
    pool = models.CharField(max_length=25)
    ended_at = models.DateTimeField()
    rank = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    # The skill that was assumed and how uncertain it was, before the match and after it.
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # Of the person in this pool up to here: matches, wins, and matches in the quarter of this one.
    number = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    in_quarter = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_place_a_seat")]
        indexes = [
            models.Index(fields=["user", "pool", "ended_at"], name="place_of_person"),
            models.Index(fields=["pool", "ended_at"], name="place_order"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} {self.mu:.0f}"


class Rating(models.Model):
    """How a person stands in a pool: their last place there, kept where leaderboards find it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    pool = models.CharField(max_length=25)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    in_quarter = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="one_rating_a_pool")]
        indexes = [models.Index(fields=["pool", "-mu"], name="rating_leaders")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.mu:.0f}"


class HiddenRating(models.Model):
    """A person who keeps their numbers to themselves. They are rated as everybody is."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hidden_rating")

    def __str__(self) -> str:
        return f"{self.user_id} hides their ratings"
