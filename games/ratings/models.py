"""Rated tables, the places of people in their matches, and the current ratings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from games.models import Table


class Pool(models.Model):
    """Matches that are rated together: a game at a pace.

    Each change of its ratings raises the version. Matches that ended at `since` or later are not computed yet; null if
    all are.
    """

    name = models.CharField(primary_key=True, max_length=25)
    version = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(null=True, blank=True)
    bots = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))

    def __str__(self) -> str:
        return self.name


class RatedMatch(models.Model):
    """A table that was opened as rated, with the table's id. The row stays when the table is deleted."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("not over yet")
        COUNTS = "counts", _("counts")
        OUT = "out", _("does not count")

    id = models.CharField(primary_key=True, max_length=8)
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="rated_match")
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    # The reason why it does not count (games/ratings/eligibility.py).
    why = models.CharField(max_length=10, blank=True)
    # By seat: mu and sigma of people whose accounts were deleted before the match was rated.
    departed = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    # Known once it is over.
    pool = models.CharField(max_length=25, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "rated matches"
        indexes = [
            models.Index(fields=["pool", "ended_at"], name="rated_match_order"),
            # Most rated tables are over.
            models.Index(fields=["status"], condition=Q(status="waiting"), name="rated_match_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.status}"


class Place(models.Model):
    """A person's seat in a match that counts: their rank among the people, and the change of their rating.

    When the account is deleted, the row stays without the person, so that the others' ratings can be recomputed.
    """

    match = models.ForeignKey(RatedMatch, models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rated_places", db_index=False
    )
    pool = models.CharField(max_length=25)
    ended_at = models.DateTimeField()
    rank = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField()
    # The skill and its spread before the match and after it.
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # The person's matches and wins in this pool so far, and their matches in this quarter.
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
    """A person's current rating in a pool, copied from their last place for leaderboards."""

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
    """A person who hides their numbers. They are still rated."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hidden_rating")

    def __str__(self) -> str:
        return f"{self.user_id} hides their ratings"
