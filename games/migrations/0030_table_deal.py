from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0029_put_aside")]

    operations = [
        migrations.AddField("table", "deal", models.JSONField(blank=True, editable=False, null=True)),
    ]
