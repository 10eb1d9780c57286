from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0026_networks_of_reviews")]

    operations = [
        migrations.AddField("table", "deal", models.JSONField(blank=True, editable=False, null=True)),
    ]
