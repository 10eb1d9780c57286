"""What is done at a table. Move is append-only: the newest row holds the state, nothing is replayed to read it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PackedField
from games.models.table import Table


class Move(models.Model):
    """One settled move and the state after it. Rows are only ever added; number 0 is the deal."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")

    # Both constraints begin with it.
    table = models.ForeignKey(Table, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=6, choices=By)
    # The same key again is the same move sent twice.
    key = models.CharField(max_length=36)
    move = PackedField()
    events = PackedField()
    timing = models.JSONField(null=True, blank=True)
    state = PackedField()
    # ms since the match began
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
    """A set phrase that a seat said at the table; `code` is one of `games.play.PHRASES`."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phrases")
    seat = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.code}"


class SeatEvent(models.Model):
    """What became of a person's seat during a match; the log and the replay tell it. Rows are only ever added."""

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
