"""The cost of a deal's result page and of the landing page with many finished tries, against few.

It is measured in one process without a server, in one database before and after it has grown.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from scripts.bench import report, stage
from scripts.bench.growth import ROUNDS, timed

FEW, FRIENDS, BATCH = 100, 10, 5000


def main(tries: int = 100_000) -> None:
    stage.prepare()
    from django.conf import settings
    from django.utils import timezone

    from games.deals import draws
    from games.deals.models import Deal

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("servestatic.")]
    draws.draw(timezone.now())
    deal = Deal.objects.filter(day=timezone.now().date()).order_by("game")[0]
    person = _fill(deal, range(FEW))
    before = _costs(deal, person)
    report.progress(f"deals: {tries:,} finished tries")
    _fill(deal, range(FEW, tries))
    after = _costs(deal, person)
    title = (
        f"Processor time, ms, with {FEW} and with {tries:,} finished tries of a deal (the faster of {ROUNDS})"
    )
    report.grown("deals", title, FEW, tries, before, after)


def _fill(deal: Any, numbers: range) -> Any:
    """Store a finished try of a new member for each number. The first one has ten friends and is returned."""
    from django.db.models import F
    from django.utils import timezone

    from accounts.models import User
    from games.deals.models import Count, Try
    from games.models import Friend

    rng, now = Random(numbers.start), timezone.now()
    counts: Counter[tuple[bool, int | None, int | None]] = Counter()
    for begin in range(numbers.start, numbers.stop, BATCH):
        some = range(begin, min(begin + BATCH, numbers.stop))
        members = []
        for number in some:
            members.append(User(password="!"))
            members[-1].rename(f"Player {number}")
        User.objects.bulk_create(members)
        tries = []
        for member in members:
            score = max(0, round(rng.gauss(22, 7)))
            kind = Try.Kind.RANKED if rng.random() < 0.7 else Try.Kind.COUNTED
            weight = 1000 * score + rng.randint(8, 14)
            tries.append(Try(deal=deal, user=member, kind=kind, finished_at=now, score=score, weight=weight))
        Try.objects.bulk_create(tries)
        counts.update((result.kind == Try.Kind.RANKED, result.weight, result.score) for result in tries)
    for (ranked, value, points), people in counts.items():
        own = {"deal": deal, "ranked": ranked, "weight": value}
        count, _fresh = Count.objects.get_or_create(**own, defaults={"score": points or 0})
        Count.objects.filter(pk=count.pk).update(people=F("people") + people)
    first = User.objects.get(username="Player 0")
    if numbers.start == 0:
        friends = User.objects.exclude(pk=first.pk)[:FRIENDS]
        Friend.objects.bulk_create(Friend(user=first, friend=person) for person in friends)
    return first


def _costs(deal: Any, person: Any) -> dict[str, float]:
    """Return the ms by what is requested."""
    from django.test import Client

    visitor, own = Client(), Client()
    own.force_login(person)
    address = f"/deals/{deal.game}/{deal.day}/"
    return {
        "a deal's result": timed(lambda: own.get(address)),
        "today's deals": timed(lambda: own.get("/deals/")),
        "the landing page": timed(lambda: own.get("/")),
        "the same, by a visitor": timed(lambda: visitor.get("/")),
    }
