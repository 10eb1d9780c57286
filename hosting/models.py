"""The time of the last sign of life of a part of the site."""

from django.db import models


class Pulse(models.Model):
    name = models.CharField(primary_key=True, max_length=20)
    # By the database's clock, so that machines with different clocks agree.
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
