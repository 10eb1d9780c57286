from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_figures_parts")]

    operations = [migrations.AddField("seat", "left_at", models.DateTimeField(blank=True, null=True))]
