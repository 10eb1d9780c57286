"""A person's last matches against each bot of the ladder."""

from __future__ import annotations

from django.conf import settings
from django.db import models

# A step is passed by being ahead of its bot in NEEDED of the LAST last matches.
NEEDED, LAST = 6, 10
AHEAD, BEHIND = "+", "-"


class Climb(models.Model):
    """A person's step against the bot of one level in one game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="climbs", db_index=False)
    game = models.CharField(max_length=20)
    level = models.CharField(max_length=10)
    # The last matches together, oldest first: a sign for each.
    results = models.CharField(max_length=LAST, default="")
    # A step that was passed stays passed.
    passed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "level"], name="one_climb_a_level")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.level} {self.results}"

    @property
    def ahead(self) -> int:
        return self.results.count(AHEAD)

    @property
    def is_passed(self) -> bool:
        return self.passed_at is not None
