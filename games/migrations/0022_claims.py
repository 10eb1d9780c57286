"""What a seat claimed in a race. With one column more SQLite's planner took the index of the history for those who are
awaited: of two that seem alike to it, it takes the newer one, which is to be theirs."""

from django.db import migrations, models


def renew(apps, editor):
    if editor.connection.vendor == "sqlite":
        seat = apps.get_model("games", "Seat")
        index = next(each for each in seat._meta.indexes if each.name == "seat_waits")
        editor.remove_index(seat, index)
        editor.add_index(seat, index)


class Migration(migrations.Migration):
    dependencies = [("games", "0021_solved")]

    operations = [
        migrations.AddField("seat", "claims", models.JSONField(blank=True, null=True)),
        migrations.RunPython(renew, migrations.RunPython.noop),
    ]
