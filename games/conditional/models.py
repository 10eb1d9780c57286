"""The model of conditional moves."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models import Table


class ConditionalMove(models.Model):
    """A move that a seat makes at its next turn, visible only to its owner.

    `content` is defined by the game's rules, `basis` is what the owner saw when it was given. A dropped one stays
    until its owner has read why.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="conditional_moves")
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()
    basis = models.JSONField(null=True, blank=True)
    dropped = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        # The table was created with those of the core.
        app_label = "games"
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_conditional_move_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
