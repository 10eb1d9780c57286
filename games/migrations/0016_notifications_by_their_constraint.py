"""No index on a notification's person beside the constraint that begins with it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.migrations._operations import Unindexed

PERSON = models.ForeignKey(
    settings.AUTH_USER_MODEL,
    django.db.models.deletion.CASCADE,
    related_name="notifications",
    db_index=False,
)


class Migration(migrations.Migration):
    dependencies = [("games", "0015_reactions")]

    operations = [Unindexed("notification", "user", PERSON)]
