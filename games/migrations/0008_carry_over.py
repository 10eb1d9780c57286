"""The pace of each table, and what was told of a seat among the phrases, go where they are kept from now on."""

from django.db import migrations

KINDS = ("out_of_time", "out_for_good", "is_back", "resigned")
BATCH = 1000


def carry_over(apps, schema_editor):
    tables, phrases, events = _rows(apps, schema_editor)
    tables.filter(live=False).update(pace="days")
    _move(phrases.filter(code__in=KINDS), events, "code", "kind")


def carry_back(apps, schema_editor):
    tables, phrases, events = _rows(apps, schema_editor)
    tables.filter(pace="days").update(live=False)
    _move(events, phrases, "kind", "code")


def _rows(apps, schema_editor):
    names, alias = ("Table", "Phrase", "SeatEvent"), schema_editor.connection.alias
    return [apps.get_model("games", name).objects.using(alias).all() for name in names]


def _move(rows, to, name, new_name):
    """In the order in which they were written."""
    found = rows.order_by("id").values_list("table_id", "seat", name, "at")
    made = [to.model(table_id=table, seat=seat, at=at, **{new_name: what}) for table, seat, what, at in found]
    to.bulk_create(made, batch_size=BATCH)
    rows.delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0007_plain_words")]

    operations = [migrations.RunPython(carry_over, carry_back)]
