"""Deals of a day, tries, and the number of people with each result."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.deals import days
from games.models import Table
from games.models.table import new_seed
from games.rules.chance import commitment

# The time before its day by which a deal must be drawn, so that its commitment proves something.
AHEAD = timedelta(hours=24)


class Deal(models.Model):
    """The deal of one game and day (UTC). `levels` are the bots' in the order of their seats, behind the person's."""

    game = models.CharField(max_length=20)
    day = models.DateField()
    # 1 is the game's first deal on this site; the number rises by one a day.
    number = models.PositiveIntegerField()
    rules = models.PositiveSmallIntegerField()
    levels = models.JSONField(default=list)
    # Secret until the deal has ended by the clock and `closed_at` is set.
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    drawn_at = models.DateTimeField(default=timezone.now)
    # Once this is set, no further try counts, even if the clock is set back later.
    closed_at = models.DateTimeField(null=True, blank=True)
    # The match of the strongest bot in the person's seat.
    strongest = models.OneToOneField(Table, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="one_deal_a_game_and_day")]
        indexes = [models.Index(fields=["-day"], name="deal_day")]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def has_begun(self) -> bool:
        return timezone.now() >= days.begins(self.day)

    @property
    def is_open(self) -> bool:
        """Return True if a try begun now counts."""
        return self.has_begun and self.closed_at is None and timezone.now() < days.closes(self.day)

    @property
    def is_opened(self) -> bool:
        """Return True if everybody may know the seed: both the stored end and the clock must say so."""
        return self.closed_at is not None and timezone.now() >= days.closes(self.day)

    @property
    def is_today(self) -> bool:
        return self.day == days.today()

    @property
    def was_drawn_late(self) -> bool:
        return self.drawn_at > days.begins(self.day) - AHEAD

    @property
    def place(self) -> dict[str, Any]:
        """Return the value of `deal` of its tables."""
        return {"day": self.day.isoformat()}


class Try(models.Model):
    """A person's match on a deal. A person has one try that counts, and any number of others."""

    class Kind(models.TextChoices):
        RANKED = "ranked", _("ranked")
        # Tries of guests, and of members who registered on the day or later.
        COUNTED = "counted", _("counted")
        # Tries from the archive, and tries that had not ended when the deal closed.
        FREE = "free", _("free")

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="tries", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="deal_tries"
    )
    table = models.OneToOneField(Table, models.SET_NULL, null=True, blank=True, related_name="deal_try")
    kind = models.CharField(max_length=7, choices=Kind)
    began_at = models.DateTimeField(default=timezone.now)
    # True if it was begun on the deal's own day. Others don't count for a streak.
    on_its_day = models.BooleanField(default=True)
    # Finished tries only: the time, the score, and the key by which results are sorted (lower is better).
    finished_at = models.DateTimeField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    weight = models.IntegerField(null=True, blank=True)
    # Runs only: `[ms, cards left]` at each change.
    progress = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "tries"
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "user"],
                condition=Q(user__isnull=False) & ~Q(kind="free"),
                name="one_try_a_person",
            )
        ]
        indexes = [
            models.Index(fields=["deal", "user"], name="try_of_person"),
            models.Index(fields=["deal", "weight"], condition=Q(kind="ranked"), name="try_best"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.user_id} {self.kind}"

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def counts(self) -> bool:
        return self.kind != self.Kind.FREE


class Count(models.Model):
    """The number of finished tries of a deal that count and have that weight, ranked ones apart from the others."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="counts", db_index=False)
    ranked = models.BooleanField()
    weight = models.IntegerField()
    score = models.IntegerField()
    people = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "ranked", "weight"], name="one_count_a_weight")
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.score}: {self.people}"
