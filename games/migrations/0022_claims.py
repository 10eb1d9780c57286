"""What a seat claimed in a race. With one column more SQLite's planner took the index of the history for those who are
awaited: of two that seem alike to it, it takes the newer one, which is to be theirs."""

from django.db import migrations, models

AWAITED = models.Q(awaited_since__isnull=False, user__isnull=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0021_solved")]

    operations = [
        migrations.AddField("seat", "claims", models.JSONField(blank=True, null=True)),
        migrations.RemoveIndex("seat", "seat_waits"),
        migrations.AddIndex("seat", models.Index(fields=["user"], condition=AWAITED, name="seat_waits")),
    ]
