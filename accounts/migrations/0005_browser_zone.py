from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_people_to_games")]

    operations = [
        migrations.AddField(
            "user",
            "browser_zone",
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=40),
        )
    ]
