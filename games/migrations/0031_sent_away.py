from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_table_deal"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "table",
            "sent_away",
            models.ManyToManyField(blank=True, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
    ]
