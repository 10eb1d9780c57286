"""`manage.py thin`: remove positions between deal and end from old matches. They follow from what is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Move, Table
from games.records import export, thinning
from hosting import progress
from hosting.startup import refuse_newer_database, refuse_unready_database


class Command(BaseCommand):
    help = (
        "Remove positions that can be computed from old matches, or --restore them. May run beside the site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days",
            type=int,
            default=90,
            help="thin matches that ended at least this many days ago (90 by default)",
        )
        parser.add_argument(
            "--restore",
            action="store_true",
            help="put all positions back, before an upgrade that changes rules",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unready_database()
        refuse_newer_database()
        if options["restore"]:
            self._restore()
        else:
            self._thin(timezone.now() - timedelta(days=options["days"]))

    def _thin(self, until: Any) -> None:
        before = after = matches = 0
        for table in self._each(Table.objects.filter(status=Table.Status.OVER, ended_at__lte=until)):
            # Positions can't be computed under other rules.
            if not export.judged_here(table):
                continue
            if saved := thinning.thin(table, _stored(table)):
                matches, before, after = matches + 1, before + saved.before, after + saved.after
        self.stdout.write(
            f"{matches} matches thinned: their positions took {_size(before)}, and take {_size(after)} now."
        )
        self.stdout.write(
            "SQLite gives the room back to the disk by VACUUM, PostgreSQL uses it again by itself."
        )

    def _restore(self) -> None:
        over = Table.objects.filter(status=Table.Status.OVER)
        restored = sum(thinning.restore(table, _stored(table)) for table in self._each(over))
        self.stdout.write(f"The positions of {restored} matches are back.")

    def _each(self, tables: QuerySet[Table]) -> Any:
        """Yield one table after the other, with a progress bar on terminals."""
        ids = list(tables.order_by("pk").values_list("pk", flat=True))
        for count, pk in enumerate(ids, 1):
            yield Table.objects.get(pk=pk)
            progress.show(self.stderr, count, len(ids), "matches")


def _stored(table: Table) -> list[Move]:
    return list(Move.objects.filter(table=table))


def _size(characters: int) -> str:
    return f"{characters / 1_000_000:.1f} MB"
