"""A table's pace says whether it is played live: the field that said so goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_carry_over")]

    operations = [
        migrations.RemoveIndex(model_name="table", name="table_idle"),
        migrations.RemoveField("table", "live"),
        migrations.AddIndex(
            "table",
            models.Index(
                condition=models.Q(("pace", "days"), ("status", "running")),
                fields=["touched_at"],
                name="table_idle",
            ),
        ),
    ]
