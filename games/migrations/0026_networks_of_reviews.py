from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_answers_held_back")]

    operations = [
        migrations.AddField(
            "review", "network", models.CharField(blank=True, db_default="", default="", max_length=45)
        )
    ]
