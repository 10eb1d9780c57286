from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0024_left_at")]

    operations = [
        migrations.AlterField(
            "seat",
            "mark",
            models.CharField(
                blank=True,
                choices=[
                    ("fast", "faster than any person"),
                    ("even", "more even than any person"),
                    ("line", "answers held back"),
                ],
                db_default="",
                default="",
                max_length=4,
            ),
        )
    ]
