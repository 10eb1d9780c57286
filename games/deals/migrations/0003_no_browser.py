from django.db import migrations


class Migration(migrations.Migration):
    """Forget the browser of a try. Processes of older code still write the column, so a later version drops it."""

    dependencies = [("deals", "0002_runs")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("try", "try_of_browser"),
                migrations.RemoveField("try", "browser"),
            ]
        )
    ]
