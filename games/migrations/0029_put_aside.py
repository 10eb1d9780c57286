"""Matches against bots that their people have put aside. `renew` keeps SQLite's planner at the index `seat_waits`."""

import importlib

from django.db import migrations, models

renew = importlib.import_module("games.migrations.0022_claims").renew


class Migration(migrations.Migration):
    dependencies = [("games", "0028_ready_at")]

    operations = [
        migrations.AddField("seat", "put_aside_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(renew, migrations.RunPython.noop),
    ]
