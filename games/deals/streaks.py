"""Days in a row on which a person has played a deal of the day. One missed day in a year is bridged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from games.deals import days
from games.deals.models import Try

SHOWN = 7
YEAR = timedelta(days=365)


@dataclass(frozen=True)
class Day:
    """A day, shown as a small card: the games whose deal was played."""

    day: date
    games: tuple[str, ...]
    is_today: bool


@dataclass(frozen=True)
class Streak:
    """The number of days in a row with a deal, and the last seven days."""

    length: int
    days: tuple[Day, ...]


def of(person: int) -> Streak:
    played = Try.objects.filter(user=person, on_its_day=True, finished_at__isnull=False).exclude(
        kind=Try.Kind.FREE
    )
    games: dict[date, list[str]] = defaultdict(list)
    for day, game in played.order_by("finished_at").values_list("deal__day", "deal__game"):
        games[day].append(game)
    today = days.today()
    week = [today - timedelta(days=back) for back in reversed(range(SHOWN))]
    cards = tuple(Day(day, tuple(games.get(day, ())), day == today) for day in week)
    return Streak(length(games, today), cards)


def length(played: Collection[date], today: date) -> int:
    """Return the number of days in a row up to today, or to yesterday if today has no deal yet. A single missed day is
    bridged once in 365 days, and isn't counted."""
    day = today if today in played else today - days.DAY
    forgiven: date | None = None
    count = 0
    while True:
        if day in played:
            count += 1
        elif day - days.DAY in played and (forgiven is None or forgiven - day >= YEAR):
            forgiven = day
        else:
            return count
        day -= days.DAY
