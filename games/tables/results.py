"""What a match that ends adds to its people's results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import OuterRef

from games.models import Seat, Table
from games.tables import figures
from games.tables.hooks import hooks

# How long processes of the version before may still end matches, which they did not count.
UPGRADING = timedelta(days=1)
# The ORM can't add to what is there in the statement that may also insert it.
ADD = """INSERT INTO games_results (user_id, game, public, played, won) VALUES {rows}
ON CONFLICT (user_id, game, public)
DO UPDATE SET played = games_results.played + 1, won = games_results.won + excluded.won"""


def counts(table: Table) -> bool:
    """Whether a finished match counts in anybody's figures."""
    apart = table.is_guided or table.begun_from is not None
    own = Table.objects.filter(pk=table.pk)
    return not apart and not any(own.filter(each(OuterRef("pk"))).exists() for each in hooks.uncounted)


def count(table: Table, seats: Sequence[Seat]) -> None:
    """Within the transaction that ends the match. One that is guided, that was begun at a position of another, or that
    a feature takes out, as one in which a hint was taken, counts for nobody, and none for whom a program seems to have
    played. People in the order of their ids: two matches that end at once must not wait for each other."""
    if not counts(table):
        return
    people = sorted((seat.user_id, seat.won) for seat in seats if seat.user_id is not None and not seat.mark)
    values = [value for person, won in people for value in (person, table.game, table.public, 1, int(won))]
    if people:
        with connection.cursor() as cursor:
            cursor.execute(ADD.format(rows=", ".join(["(%s, %s, %s, %s, %s)"] * len(people))), values)
        figures.add(table, seats)


def make_up(now: datetime) -> int:
    """Count the matches that ended in a process which did not know of that yet, as in a rolling upgrade; how many."""
    ended = Table.objects.filter(status=Table.Status.OVER, ended_at__gte=now - UPGRADING)
    missed = ended.filter(seats__rank__isnull=False, seats__ended_at=None).distinct()
    return sum(_make_up(table) for table in missed)


def _make_up(table: Table) -> bool:
    seats = Seat.objects.filter(table=table)
    with transaction.atomic():
        if not seats.filter(ended_at=None).update(ended_at=table.ended_at):
            return False
        count(table, list(seats))
        return True
