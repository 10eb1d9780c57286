"""When a part of the site was last heard of."""

from django.db import models


class Pulse(models.Model):
    name = models.CharField(primary_key=True, max_length=20)
    # By the database's clock, so that machines whose clocks differ agree on how long ago it was.
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
