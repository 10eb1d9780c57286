from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_claims")]

    operations = [
        migrations.AddField("figuresshown", "parts", models.JSONField(blank=True, default=None, null=True)),
    ]
