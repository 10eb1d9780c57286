"""Conditional moves as they are stored."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models import Table


class ConditionalMove(models.Model):
    """What a seat wants done at its next turn, known to its owner alone. `content` is what the game's rules say such a
    move holds, `basis` what the owner saw when it was given. A dropped one stays until its owner has read why."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="conditional_moves")
    seat = models.PositiveSmallIntegerField()
    content = models.JSONField()
    basis = models.JSONField(null=True, blank=True)
    dropped = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        # Its table was made with those of the core.
        app_label = "games"
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_conditional_move_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
