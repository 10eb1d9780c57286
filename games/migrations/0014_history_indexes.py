"""A person's matches by their end; and no index beside another that begins with the same column."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.migrations._operations import Unindexed

USER = settings.AUTH_USER_MODEL
CASCADE, SET_NULL = django.db.models.deletion.CASCADE, django.db.models.deletion.SET_NULL


def key(to, on_delete, name, **more):
    return models.ForeignKey(to, on_delete, related_name=name, db_index=False, **more)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_count_results")]

    operations = [
        migrations.AddIndex(
            "seat",
            models.Index(condition=models.Q(user__isnull=False), fields=["user", "ended_at"], name="seat_history"),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(condition=models.Q(reserved__isnull=False), fields=["reserved"], name="seat_reserved"),
        ),
        migrations.AddIndex(
            "table", models.Index(condition=models.Q(status="open"), fields=["opened_at"], name="table_open")
        ),
        migrations.AddIndex(
            "table", models.Index(condition=models.Q(status="running"), fields=["started_at"], name="table_runs")
        ),
        migrations.RemoveIndex("table", "games_table_status_32e29b_idx"),
        Unindexed("move", "table", key("games.table", CASCADE, "moves")),
        Unindexed("seat", "table", key("games.table", CASCADE, "seats")),
        Unindexed("seat", "user", key(USER, SET_NULL, "seats", blank=True, null=True)),
        Unindexed("seat", "reserved", key(USER, SET_NULL, "reserved_seats", blank=True, null=True)),
    ]
