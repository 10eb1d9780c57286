"""Pictures of today's deals: the front page of a visitor and of somebody who comes back, a deal, its result, a closed
one, and the run of the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from playwright.sync_api import Page

from scripts.bench.stage import cookie_of
from scripts.pictured_puzzles import GO
from scripts.pictured_turns import play

Take = Callable[[str], None]
# Scores of all turn games: the mean and the spread.
MEAN, SPREAD = 32, 8
PEOPLE = 212
RANKED = 0.7


def people(names: list[str]) -> dict[str, str]:
    """Store members who come back, each with two friends, results and a streak, and everybody's results. Return their
    session cookies by name."""
    from django.utils import timezone

    from accounts.models import User
    from games.deals import days, draws
    from games.deals.models import Deal
    from games.models import Friend

    now = timezone.now()
    draws.draw(now)
    past = [_past(day, now) for day in (days.today() - timedelta(days=back) for back in range(1, 7))]
    todays = {deal.game: deal for deal in Deal.objects.filter(day=days.today())}
    turn_games = _turn_games()
    for game in turn_games:
        _crowd(todays[game])
    cookies = {}
    for name in names:
        persons = [
            User.objects.create_user(person, date_joined=now - timedelta(days=30))
            for person in (name, f"Noor {name}", f"Bastien {name}")
        ]
        Friend.objects.bulk_create(Friend(user=persons[0], friend=friend) for friend in persons[1:])
        for deal in past:
            _tried(deal, persons[0], MEAN, now)
        for person, score in zip(persons, (34, 29, 40), strict=True):
            _tried(todays[turn_games[1]], person, score, now)
        for person, score in zip(persons[1:], (25, 37), strict=True):
            _tried(todays[turn_games[0]], person, score, now)
        cookies[name] = cookie_of(persons[0])
    return cookies


def _turn_games() -> list[str]:
    from games.deals import draws, runs

    return [game for game in draws.games() if not runs.is_run(game)]


def _run() -> str:
    from games.deals import draws, runs

    return next(game for game in draws.games() if runs.is_run(game))


def _past(day: date, now: datetime) -> Any:
    """Return the only deal of a day that is over."""
    from games.deals import draws
    from games.deals.models import Deal
    from games.rules import core

    turn_games = _turn_games()
    game = turn_games[day.toordinal() % len(turn_games)]
    fields = {"number": 1, "rules": core.game(game).VERSION, "levels": list(draws.LEVELS)}
    return Deal.objects.create(game=game, day=day, closed_at=now, **fields)


def _crowd(deal: Any) -> None:
    """Store the results of many people."""
    from games.deals.models import Count

    rng = Random(deal.game)
    scores = (max(0, round(rng.gauss(MEAN, SPREAD))) for _ in range(PEOPLE))
    counts = Counter((rng.random() < RANKED, score) for score in scores)
    Count.objects.bulk_create(
        Count(deal=deal, ranked=ranked, weight=_weight(deal, score), score=score, people=number)
        for (ranked, score), number in counts.items()
    )


def _weight(deal: Any, score: int) -> int:
    from games import boards

    # The goal in English: the language of commands.
    return 1000 * score * (1 if "fewest" in str(boards.config(deal.game).goal) else -1)


def _tried(deal: Any, person: Any, score: int, now: datetime) -> None:
    """Store a finished try."""
    from games.deals import tries
    from games.deals.models import Try

    result = {"score": score, "weight": _weight(deal, score), "finished_at": now}
    tries.count(Try.objects.create(deal=deal, user=person, kind=Try.Kind.RANKED, **result))


def take_visitor(page: Page, take: Take) -> None:
    """Take what a visitor sees."""
    page.goto("/")
    take("front-first")
    page.goto("/deals/")
    take("deals-first")


def take_member(page: Page, take: Take) -> None:
    """Take the pictures of a person who returns, plays a deal, and begins the run."""
    page.goto("/")
    take("front")
    page.goto("/deals/")
    take("deals")
    # Yesterday’s may still be open.
    page.locator(".archive .lines a").nth(1).click()
    page.locator(".proof summary").click()
    page.wait_for_selector(".proof .checks li:not([hidden])")
    take("deal-closed")
    unplayed, run = _turn_games()[0], _run()
    page.goto(f"/deals/{unplayed}/")
    take("deal")
    page.locator("button.go.big").click()
    # By then the script has marked what can be chosen.
    page.wait_for_selector(f"{GO}[aria-disabled]")
    play(page)
    page.goto(f"/deals/{unplayed}/")
    page.wait_for_selector(".hist")
    take("deal-result")
    page.goto(f"/deals/{run}/")
    page.locator("button.go.big").click()
    page.wait_for_selector("#ready button.go")
    take("run-ready")
    page.locator("#ready button.go").click()
    page.wait_for_selector("#runs svg")
    take("run")
