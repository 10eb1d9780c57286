"""`manage.py audit`: judge every stored match again and report rows that don't follow from the row before."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Table
from games.records import audit, export
from hosting import progress
from hosting.startup import refuse_newer_database, refuse_unready_database


class Command(BaseCommand):
    help = "Judge every stored match again and name each row that does not follow from the row before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", nargs="*", help="ids of tables; all matches by default")

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unready_database()
        refuse_newer_database()
        tables = Table.objects.filter(started_at__isnull=False).order_by("pk")
        if options["tables"]:
            tables = tables.filter(pk__in=options["tables"])
        matches = moves = faults = skipped = 0
        total = tables.count()
        for done, table in enumerate(tables.iterator(), 1):
            progress.show(self.stderr, done, total, "matches")
            rows = export.rows_of(table)
            if not export.judged_here(table):
                skipped += 1
                continue
            for number, why in audit.faults(table, list(table.seats.all()), rows):
                self.stdout.write(f"{table.pk} move {number}: {why}")
                faults += 1
            matches, moves = matches + 1, moves + len(rows)
        older = f", {skipped} under older rules left out" if skipped else ""
        self.stdout.write(f"{matches} matches, {moves} rows, {faults} faults{older}")
        if faults:
            raise CommandError(f"{faults} faults")
