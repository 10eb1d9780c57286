"""Rows that are added at a table. `Move` is append-only: the newest row holds the state, so reading replays nothing."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PackedField
from games.models.table import Table


class Move(models.Model):
    """A move and the state after it. Rows are only added; number 0 is the deal."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")

    # Both constraints begin with the table, so it needs no index of its own.
    table = models.ForeignKey(Table, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=6, choices=By)
    # A second move with the same key is the same request sent twice.
    key = models.CharField(max_length=36)
    move = PackedField()
    events = PackedField()
    timing = models.JSONField(null=True, blank=True)
    state = PackedField()
    # In ms since the match began.
    at = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["table", "seat", "key"], name="one_move_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.number}"


class Phrase(models.Model):
    """A phrase that a seat sent at the table. `code` is one of `games.play.phrases.PHRASES`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phrases")
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.code}"


class SeatEvent(models.Model):
    """A change of a person's seat during a match, for the log and the replay. Rows are only added."""

    class Kind(models.TextChoices):
        OUT_OF_TIME = "out_of_time", _("out of time")
        OUT_FOR_GOOD = "out_for_good", _("out of time for good")
        IS_BACK = "is_back", _("is back")
        RESIGNED = "resigned", _("resigned")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seat_events")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.kind}"
