"""Moves friends, blocks, vacations and notifications from accounts to games.

The tables are renamed here, and games/0010_people takes them in. Every row stays where it is.
"""

from django.db import migrations

MOVED = ["Block", "Friend", "NotificationPreferences", "PushSubscription", "Vacation", "Webhook"]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_vacation_from_the_press")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable(name, f"games_{name.lower()}") for name in MOVED],
            state_operations=[migrations.DeleteModel(name) for name in MOVED],
        )
    ]
