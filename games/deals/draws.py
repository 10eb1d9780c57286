"""Deals are drawn days ahead. commitment.py closes them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction

from games import boards
from games.deals import days
from games.deals.models import Deal
from games.rules import core

# Bots that don't search, in the order of their seats: they cost nothing, and answer the same moves alike.
LEVELS = ("gentle", "easy", "greedy")
# Deals of today and of so many days after it are drawn, so each is drawn at least a day before it begins.
DAYS_AHEAD = 2


def games() -> list[str]:
    """Return the games that have a deal each day, those in real time last."""
    names = [game for game in boards.games() if _has_deals(core.game(game))]
    return sorted(names, key=lambda name: core.game(name).REAL_TIME)


def _has_deals(rules: core.Game) -> bool:
    return 1 + len(LEVELS) in rules.SEATS and set(LEVELS) <= set(rules.LEVELS)


def draw(now: datetime) -> int:
    """Draw the missing deals and return their number."""
    wanted = [days.today() + timedelta(days=offset) for offset in range(DAYS_AHEAD + 1)]
    drawn = set(Deal.objects.filter(day__in=wanted).values_list("game", "day"))
    missing = [(game, day) for game in games() for day in wanted if (game, day) not in drawn]
    return sum(_draw(game, day, now) for game, day in missing)


def _draw(game: str, day: date, now: datetime) -> bool:
    """Draw a deal. Return False if another scheduler was faster."""
    first = Deal.objects.filter(game=game).order_by("day").values_list("day", flat=True).first()
    number = 1 if first is None else (day - first).days + 1
    fields = {"rules": core.game(game).VERSION, "levels": list(LEVELS), "number": number, "drawn_at": now}
    try:
        with transaction.atomic():
            Deal.objects.create(game=game, day=day, **fields)
    except IntegrityError:
        return False
    return True
