"""Figures counted the scores of matches that were left. They are built anew when somebody looks at them."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Figures").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0026_networks_of_reviews")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
