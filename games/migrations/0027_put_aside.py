from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0026_networks_of_reviews")]

    operations = [
        migrations.AddField("seat", "put_aside", models.BooleanField(db_default=False, default=False)),
    ]
