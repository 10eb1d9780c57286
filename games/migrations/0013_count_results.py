"""Fills what 0012 has made: one statement each, whatever the number of matches."""

from django.db import migrations
from django.db.models import Count, OuterRef, Q, Subquery

MADE = "INSERT INTO games_results (user_id, game, public, played, won) "


def fill(apps, schema_editor):
    seats, tables, results = (
        apps.get_model("games", name).objects.using(schema_editor.connection.alias)
        for name in ("Seat", "Table", "Results")
    )
    ended = tables.filter(pk=OuterRef("table"), status__in=["over", "closed"]).values("ended_at")
    seats.filter(ended_at=None).update(ended_at=Subquery(ended))
    results.all().delete()
    over = seats.filter(rank__isnull=False, user__isnull=False, table__status="over")
    won = Count("pk", filter=Q(rank=1, resigned=None))
    counted = over.values_list("user_id", "table__game", "table__public").annotate(played=Count("pk"), won=won)
    sql, values = counted.order_by().query.sql_with_params()
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(MADE + sql, values)


class Migration(migrations.Migration):
    dependencies = [("games", "0012_results")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
