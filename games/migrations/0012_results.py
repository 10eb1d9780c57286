"""How people's matches ended, where one look finds it: a column of seats and a table of counts. Nothing is filled here;
code that doesn't know of them yet may run beside this."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_commitments_shown"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Results",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=20)),
                ("public", models.BooleanField()),
                ("played", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name_plural": "results"},
        ),
        migrations.AddConstraint(
            model_name="results",
            constraint=models.UniqueConstraint(fields=("user", "game", "public"), name="results_once"),
        ),
        migrations.AddField("seat", "ended_at", models.DateTimeField(blank=True, null=True)),
    ]
