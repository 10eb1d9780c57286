"""Pictures of ratings and ladders: a profile, a person's ratings, leaderboards, a table before a match and after it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import Page

from scripts.bench.stage import cookie_of

if TYPE_CHECKING:
    from accounts.models import User

# The pictures are the reader's, who has played the friend most often.
READER, FRIEND = "Mathilda", "Bastien"
NAMES = (
    *("Noor", "Marguerite", "Ada", "Hugo", "Lena", "Eve", "Ben", "Mina", "Pat", "Iris"),
    *(READER, FRIEND, "Otto"),
)
# Each person plays all who follow, which gives the ten matches needed for a rank. The first one wins this often.
FOLLOWING, WINS = 5, 0.7
DUELS = "+-++"
# The reader's last matches against the bots of each game.
CLIMBED: tuple[dict[str, str], ...] = (
    {"gentle": "++-++++", "easy": "++-+++-+", "greedy": "++-+-++-++", "hard": "+-++-++"},
    {"gentle": "++++++", "easy": "++-+-++-++", "greedy": "+--+"},
    {"gentle": "+-++-+"},
    {},
)
Take = Callable[[str], None]


class Stored(NamedTuple):
    """The stored examples: the address of the reader's last match, and the cookie of their session."""

    last_match: str
    cookie: str


def store_matches() -> Stored:
    """Store rated matches and ladders. The database is not used once a browser runs in this process."""
    from accounts.models import User
    from games import boards
    from games.rules import core

    people = {name: User.objects.create_user(name) for name in NAMES}
    chance, games = Random("ratings"), [name for name in boards.games() if not core.game(name).REAL_TIME]
    for place in range(len(NAMES)):
        for step in range(1, FOLLOWING + 1):
            other = NAMES[(place + step) % len(NAMES)]
            _play(games[0], people[NAMES[place]], people[other], chance.random() < WINS)
    for game in games[1:]:
        _play(game, people[READER], people[FRIEND], True)
    for game, climbed in zip(boards.games(), CLIMBED, strict=False):
        _climb(people[READER], game, climbed)
    tables = [_play(games[0], people[READER], people[FRIEND], sign == "+") for sign in DUELS]
    _wait_for_ratings()
    return Stored(f"/t/{tables[-1]}/", cookie_of(people[READER]))


def _play(game: str, first: User, second: User, is_won: bool) -> str:
    """Let the second person resign, or the first one."""
    from games.play import departure, opening, seating

    table = opening.open_table(first, opening.Plan(game, seats=2)).table.pk
    seating.join(table, second)
    departure.resign(table, (second if is_won else first).pk)
    return table


def _climb(person: User, game: str, climbed: dict[str, str]) -> None:
    from django.utils import timezone

    from games.ladder.models import AHEAD, NEEDED, Climb

    for level, results in climbed.items():
        passed = timezone.now() - timedelta(days=1) if results.count(AHEAD) >= NEEDED else None
        Climb.objects.create(user=person, game=game, level=level, results=results, passed_at=passed)


def _wait_for_ratings() -> None:
    """Wait until the site has rated all matches that are over."""
    from games.ratings.models import Pool, RatedMatch

    waiting = RatedMatch.objects.filter(status="waiting", table__status="over")
    while waiting.exists() or Pool.objects.filter(since__isnull=False).exists():
        time.sleep(0.5)


def take_ratings(page: Page, site: str, stored: Stored, take: Take) -> None:
    """Take the pages of ratings and ladders as the reader."""
    page.context.add_cookies([{"name": "sessionid", "value": stored.cookie, "url": site}])
    for step, address in {
        "profile": f"/@{READER}/",
        "rating": f"/@{READER}/rating/",
        "leaderboard-ranked": "/leaderboard/",
        "leaderboard-season": "/leaderboard/?among=season",
        "ladder-climbed": "/ladder/",
        "rated-after": stored.last_match,
    }.items():
        page.goto(address)
        take(step)
    page.goto("/open/")
    page.select_option("[name=public]", "yes")
    page.locator("form[data-salted] button.go").click()
    page.wait_for_url("**/t/*/")
    take("rated-before")
