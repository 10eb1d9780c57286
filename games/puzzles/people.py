"""Puzzles from finished public matches of people. A match is used only if each of its people allows it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.crypto import salted_hmac

from games.models import Table
from games.puzzles import files, store
from games.puzzles.making import Limits, Match, find_puzzle
from games.puzzles.models import Puzzle, WithheldMatches
from games.records import export

BASE = 36  # of a table's id, read as a number


def matches(since: datetime) -> Iterator[tuple[Table, Match]]:
    """Yield the matches that ended since then, were played to their ends, and have no puzzle yet."""
    tables = Table.objects.filter(
        status=Table.Status.OVER,
        public=True,
        game__in=files.games(),
        ended_at__gte=since,
        guide=Table.Guide.NONE,
        begun_from__isnull=True,
        deal__isnull=True,
        origin__isnull=True,
        puzzles__isnull=True,
    )
    for table in tables.order_by("ended_at", "pk"):
        if table.is_played_out and export.judged_here(table) and _is_allowed(table):
            yield table, _match(table)


def _is_allowed(table: Table) -> bool:
    """Return True if everybody who played allows it. The matches of a deleted account are withheld, too."""
    people = [seat.user_id for seat in table.seats.all() if not seat.is_bot]
    return None not in people and not WithheldMatches.objects.filter(user__in=people).exists()


def _match(table: Table) -> Match:
    rows = export.rows_of(table)
    levels = [seat.level for seat in table.seats.all()]
    setup, entries = export.setup_of(rows), export.played_in(rows)
    return Match(int(table.pk, BASE), table.game, levels, table.options, setup, entries)


def make_one(table: Table, match: Match, limits: Limits) -> Puzzle | None:
    """Make a puzzle from the match and store it; None if no position is clear."""
    made = Puzzle.objects.filter(game=table.game, is_shipped=False).values_list("data__greedy", flat=True)
    data = find_puzzle(match, limits, greedy=limits.allow_greedy(sum(made), len(made)))
    if data is None:
        return None
    # The id doesn't name the match, whose review shows the answer.
    secret = salted_hmac("games.puzzles", table.pk).hexdigest()[:12]
    puzzle = store.of(f"{table.game}-{secret}", table.game, data, table)
    puzzle.save(force_insert=True)
    return puzzle
