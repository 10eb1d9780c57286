"""The model of tickets that have been used."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from games.models.table import Table


class UsedTicket(models.Model):
    """A ticket (games/play/tickets.py) that has opened a table. It is deleted when it is too old to be accepted
    again."""

    number = models.CharField(primary_key=True, max_length=22)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.number} {self.table_id}"
