"""Figures counted the scores of matches that were left. They are built anew when somebody looks at them."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Figures").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0026_networks_of_reviews")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
