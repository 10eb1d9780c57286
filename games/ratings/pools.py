"""Changes of the matches that count, and of the ratings that follow from them.

Several processes may do this at the same time. The second one finds that the pool's version has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat

from accounts.models import User
from games.models import Seat, Table
from games.play import workers
from games.play.database_thread import DatabaseThread
from games.ratings import bots, eligibility
from games.ratings.models import Pool, RatedMatch, Rating
from games.ratings.recompute import Progress, Recomputation

log = structlog.get_logger("unbirthday.ratings")
# Computations without a lock. If the pool changes during each of them, the next one locks it.
TRIES = 3
AT_ONCE = 200
# Seconds between two queries for ended matches.
LOOK = 1.0
Status = RatedMatch.Status


async def run() -> None:
    """Rate matches until cancelled, beside the scheduler and in a thread of its own, so that no move and no bot
    waits."""
    await workers.run("ratings", _rate, failed="ratings_failed", pause=LOOK, rest=LOOK)


async def _rate(thread: DatabaseThread) -> bool:
    await thread.run(rate_waiting)
    return False


def rate_waiting() -> int:
    """Judge the matches that have ended, take out the deleted ones, and compute. Return the number of these matches."""
    count = _take_up() + _take_out_deleted()
    for pool in Pool.objects.filter(since__isnull=False).values_list("name", flat=True):
        catch_up(pool)
    return count


def _take_up() -> int:
    # The alias makes SQLite use the index of waiting matches; else it reads all tables that are over.
    waiting = RatedMatch.objects.filter(status=Status.WAITING).alias(now=Concat("table__status", Value("")))
    ended = waiting.filter(now__in=[Table.Status.OVER, Table.Status.CLOSED]).order_by("table__ended_at")
    rows = list(ended.values_list("pk", "table__status")[:AT_ONCE])
    # Nobody played at closed tables. An empty deletion would still begin a transaction.
    if closed := [match for match, status in rows if status == Table.Status.CLOSED]:
        RatedMatch.objects.filter(pk__in=closed).delete()
    return sum(judge(match) for match, status in rows if status == Table.Status.OVER)


def judge(match_id: str) -> bool:
    """Store whether the finished match counts. Return True if that has changed.

    The table may have been deleted meanwhile.
    """
    with transaction.atomic():
        locked = RatedMatch.objects.select_for_update(of=("self",), no_key=True).select_related("table")
        match = locked.filter(pk=match_id).first()
        if match is None or match.why == eligibility.VOID or match.table is None or not match.table.is_over:
            return False
        table = match.table
        why = eligibility.why_not(table, list(Seat.objects.filter(table=table)))
        status, pool = Status.OUT if why else Status.COUNTS, eligibility.pool_of(table.game, table.pace)
        if (match.status, match.why, match.ended_at) == (status, why, table.ended_at):
            return False
        assert table.ended_at is not None
        began = min(match.ended_at or table.ended_at, table.ended_at)
        mark(pool, began)
        RatedMatch.objects.filter(pk=match_id).update(
            status=status, why=why, pool=pool, ended_at=table.ended_at
        )
        return True


def _take_out_deleted() -> int:
    gone = RatedMatch.objects.filter(status=Status.COUNTS, table=None)
    return sum(
        _take_out(match, eligibility.GONE) for match in list(gone.values_list("pk", flat=True)[:AT_ONCE])
    )


def void(match_id: str) -> bool:
    """Take out an unfair match. Return False if there is no such match or it is out already."""
    return _take_out(match_id, eligibility.VOID)


def _take_out(match_id: str, why: str) -> bool:
    with transaction.atomic():
        match = RatedMatch.objects.select_for_update(no_key=True).filter(pk=match_id).first()
        if match is None or match.why == why:
            return False
        if match.ended_at is not None:
            mark(match.pool, match.ended_at)
        RatedMatch.objects.filter(pk=match_id).update(status=Status.OUT, why=why)
        log.info("rated_match_out", table=match_id, why=why)
        return True


def keep_strength(person: User) -> None:
    """Store the person's strength with their matches that are not rated yet, because their account is deleted.

    Otherwise the others would be rated against a beginner.
    """
    ratings = {rating.pool: [rating.mu, rating.sigma] for rating in Rating.objects.filter(user=person)}
    unrated = RatedMatch.objects.exclude(status=Status.OUT).filter(places__isnull=True)
    seats = Seat.objects.filter(user=person, table__rated_match__in=unrated)
    # In one order, so that two people who leave at once don't wait for each other.
    for seat in seats.select_related("table").order_by("table"):
        strength = ratings.get(eligibility.pool_of(seat.table.game, seat.table.pace))
        if strength is not None:
            # More than one person may leave: the row is locked, so that neither overwrites the other.
            match = RatedMatch.objects.select_for_update(no_key=True).get(table=seat.table_id)
            match.departed[str(seat.index)] = strength
            match.save(update_fields=["departed"])


def mark(pool: str, since: datetime) -> None:
    """Mark the pool's matches from that moment on as not computed, within the transaction that changes which count."""
    Pool.objects.get_or_create(name=pool)
    row = Pool.objects.select_for_update().get(name=pool)
    row.since = min(row.since or since, since)
    row.version += 1
    row.save()


def catch_up(pool: str, everything: bool = False, progress: Progress | None = None) -> int:
    """Compute the marked matches, or all, and return their number.

    The stored values change in one short transaction at the end. So nobody sees half of them, and a process that is
    killed before has changed nothing.
    """
    for _attempt in range(TRIES):
        count = _computed(Pool.objects.get(name=pool), everything, progress)
        if count is not None:
            break
    else:
        with transaction.atomic():
            row = Pool.objects.select_for_update().get(name=pool)
            count = _computed(row, everything, progress) or 0
    Pool.objects.filter(name=pool).update(bots=bots.measured(pool))
    return count


def _computed(row: Pool, everything: bool, progress: Progress | None) -> int | None:
    """Compute and store; return the number of matches, or None if the pool has changed meanwhile."""
    if row.since is None and not everything:
        return 0
    recomputation = Recomputation(row.name, None if everything else row.since)
    recomputation.run(progress)
    return recomputation.count if _stored(recomputation, row) else None


def _stored(recomputation: Recomputation, row: Pool) -> bool:
    """Store the ratings and return True, if the pool has not changed since their computation began."""
    with transaction.atomic():
        unchanged = Pool.objects.filter(name=row.name, version=row.version)
        if not unchanged.update(since=None, version=F("version") + 1):
            return False
        recomputation.store()
        return True


def rebuild(progress: Callable[[str, int, int], None]) -> int:
    """Judge every match again, compute all from the beginning, and return the number of matches that count.

    `progress` is called with the name of a task, what is done of it, and its total.
    """
    over = RatedMatch.objects.exclude(ended_at=None).order_by("pk")
    total = over.count()
    for number, match in enumerate(list(over.values_list("pk", flat=True)), start=1):
        judge(match)
        progress("judged", number, total)
    rate_waiting()
    pools = Pool.objects.order_by("name").values_list("name", flat=True)
    return sum(_rebuilt(pool, progress) for pool in list(pools))


def _rebuilt(pool: str, progress: Callable[[str, int, int], None]) -> int:
    total = RatedMatch.objects.filter(pool=pool, status=Status.COUNTS, table__isnull=False).count()
    return catch_up(pool, True, lambda done: progress(pool, done, total))
