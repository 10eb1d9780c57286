"""Jobs that review finished matches. A worker takes a job; if it falls silent, another worker continues the job.

Networks take turns, and so do people: each network's first review comes before any network's second. Among the reviews
of one network, each person's first comes before anybody's second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from games.coach.models import Review
from games.models import Table
from games.rules import core
from hosting.limits.addresses import path_of

# A worker that has stored nothing for this long counts as dead.
SILENCE = timedelta(seconds=20)
WAITING_EACH = 5
Status = Review.Status
UNDER_WAY = (Status.WAITING, Status.RUNNING)


def ask(table: Table, seat: int, asker: int, address: str) -> Review:
    """Return the review of a finished match for a seat, and queue it if there is none. Raises Refused if it can't be
    reviewed."""
    if not table.is_over:
        raise core.Refused("not_over")
    if table.rules != core.game(table.game).VERSION:
        raise core.Refused("older_rules")
    existing = Review.objects.filter(table=table, seat=seat).first()
    if existing is not None and existing.status != Status.FAILED:
        return existing
    if under_way(asker) >= WAITING_EACH:
        raise core.Refused("too_many_reviews", most=WAITING_EACH)
    owner = {"asker_id": asker, "network": path_of(address)[0]}
    fresh = owner | {"asked_at": timezone.now(), "status": Status.WAITING, "total": table.number}
    return Review.objects.update_or_create(table=table, seat=seat, defaults=fresh)[0]


def costs() -> Subquery:
    """Return, as a subquery for seats, the mean cost of the seat's moves in points."""
    finished = Review.objects.filter(table=OuterRef("table"), seat=OuterRef("index"), status=Status.DONE)
    return Subquery(finished.values("cost_a_move")[:1])


def under_way(asker: int) -> int:
    """Return how many unfinished reviews that person has asked for."""
    return Review.objects.filter(asker=asker, status__in=UNDER_WAY).count()


def claim(worker: str, now: datetime) -> Review | None:
    """Take the next review for the worker. Returns None if none waits or another worker was faster."""
    review = next(iter(_queue(now)), None)
    if review is None:
        return None
    free = Review.objects.filter(_free(now), pk=review.pk)
    if not free.update(status=Status.RUNNING, worker=worker, beat_at=now):
        return None
    return Review.objects.get(pk=review.pk)


def _free(now: datetime) -> Q:
    silent = Q(status=Status.RUNNING) & (Q(beat_at__lt=now - SILENCE) | Q(beat_at=None))
    return Q(status=Status.WAITING) | silent


def _queue(now: datetime) -> list[Review]:
    """Return the reviews that wait for a worker, the next one first. A review in progress counts as the first review of
    its person and its network."""
    under_way = Review.objects.filter(status__in=UNDER_WAY).defer("parts").order_by("asked_at", "pk")
    waiting, busy = [], Counter[int | str | None]()
    for review in under_way:
        if review.status == Status.WAITING or review.beat_at is None or review.beat_at < now - SILENCE:
            waiting.append(review)
        else:
            busy.update((review.asker_id, review.network))
    by_person = _by_turns(waiting, lambda review: review.asker_id, busy)
    return _by_turns(by_person, lambda review: review.network, busy)


def _by_turns(reviews: list[Review], owner: Callable[[Review], Any], busy: Counter[Any]) -> list[Review]:
    """Sort the reviews so that each owner's first one precedes every second one. Otherwise keep their order."""
    turns = []
    for review in reviews:
        turns.append(busy[owner(review)])
        busy[owner(review)] += 1
    return [reviews[at] for at in sorted(range(len(reviews)), key=turns.__getitem__)]


def place(review: Review) -> int:
    """Return the review's place in the queue: 1 is next, 0 is in progress."""
    numbers = {queued.pk: number for number, queued in enumerate(_queue(timezone.now()), start=1)}
    return numbers.get(review.pk, 0)


def keep(review: Review, worker: str, parts: Sequence[Any]) -> bool:
    """Store the results so far and that the worker is alive. Returns False if another worker has taken the review."""
    return _written(review, worker, parts=list(parts), done=len(parts), beat_at=timezone.now())


def finish(review: Review, worker: str, parts: Sequence[Any], cost_a_move: float | None) -> bool:
    fields = {"parts": list(parts), "done": len(parts), "cost_a_move": cost_a_move, "network": ""}
    return _written(review, worker, status=Status.DONE, **fields)


def solve(table_id: str, seat: int, at: int) -> None:
    """Store that the seat's person has found the best move in that position."""
    with transaction.atomic():
        review = Review.objects.select_for_update().defer("parts").get(table=table_id, seat=seat)
        if at not in review.solved:
            review.solved = sorted([*review.solved, at])
            review.save(update_fields=["solved"])


def fail(review: Review, worker: str) -> bool:
    return _written(review, worker, status=Status.FAILED, network="")


def _written(review: Review, worker: str, **fields: Any) -> bool:
    with transaction.atomic():
        own = Review.objects.filter(pk=review.pk, worker=worker, status=Status.RUNNING)
        return bool(own.update(**fields))
