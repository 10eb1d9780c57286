"""People and tables for tests, made by the site's own functions."""

from __future__ import annotations

import hashlib
import itertools
import re
from datetime import timedelta
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Move, Seat, Table
from games.play import commands, opening, seating, storage, tickets
from games.play.commands import Played
from games.play.moves import BotMove, PersonMove, clock_move
from games.play.opening import Plan
from games.play.snapshot import RECENT, Snapshot
from games.play.storage import memory
from games.play.tickets import NOTHING_SHOWN, Shown

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
MINUTE = 60_000
# Numbers of the tables that this test opens. tests/conftest.py starts again for each test.
numbers = itertools.count()


def person(name: str = "Ada", **fields: Any) -> User:
    """Return the member of that name, registered if necessary."""
    existing = User.objects.named(name)
    if existing is not None:
        return existing
    user = User(**fields)
    user.rename(name)
    user.set_unusable_password()
    user.save()
    return user


def people(count: int) -> list[User]:
    return [person(name) for name in NAMES[:count]]


def browser(user: User | None, **options: Any) -> Client:
    """Return a browser in which that person is signed in, if any."""
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    return client


def opened(seats: int = 2, host: str = "Ada", salt: str = "", **plan: Any) -> Snapshot:
    return opening.open_table(person(host), Plan("parade", seats, **plan), salt)


def running(count: int = 2, seed: str = "", **plan: Any) -> Snapshot:
    """Deal a match: the first `count` people sit in order, then the plan's bots.

    The same `seed` deals the same cards. Without one, a test's first table has the same cards in every run, and so has
    its second.
    """
    bots = plan.pop("bots", ())
    host, *others = people(count)
    plan = {"game": "parade"} | plan
    number = f"given {next(numbers)}"
    # A match against bots alone is dealt at once, so its seed comes from the form.
    shown = Shown(ticket=tickets.SIGNER.sign(number)) if bots and not others else NOTHING_SHOWN
    snapshot = opening.open_table(host, Plan(seats=count + len(bots), bots=bots, **plan), "salt0", shown)
    if others:
        drawn = hashlib.sha256((seed or number).encode()).hexdigest()
        Table.objects.filter(pk=snapshot.table.pk).update(seed=drawn)
        invite = snapshot.table.invite
        for place, other in enumerate(others, start=1):
            snapshot = seating.join(snapshot.table.pk, other, f"salt{place}", invite)
    return snapshot


def now(snapshot: Snapshot) -> Snapshot:
    """Return the stored table with its log."""
    return storage.load(snapshot.table.pk, recent=RECENT)


def first_legal(snapshot: Snapshot, seat: int, rng: Random | None = None) -> dict[str, Any]:
    moves = snapshot.rules.legal_moves(snapshot.state, seat)
    return dict(rng.choice(moves) if rng else moves[0])


def awaited(snapshot: Snapshot) -> int:
    """Return a seat that has to decide; in a real-time game one of the seats that can act."""
    seats = snapshot.rules.to_act(snapshot.state)
    if snapshot.rules.REAL_TIME:
        able = [seat for seat in seats if snapshot.rules.legal_moves(snapshot.state, seat)] or seats
        return int(able[snapshot.table.number % len(able)])
    return int(seats[0])


def rewound(table: str, ms: int) -> None:
    """Let a live match have begun that much earlier, without anybody having watched its clock."""
    row, back = Table.objects.get(pk=table), timedelta(milliseconds=ms)
    assert row.started_at and row.due_at
    Table.objects.filter(pk=table).update(started_at=row.started_at - back, due_at=row.due_at - back)
    memory.forget(table)


def submit(table: str, person: int | None, move: Any, *, key: str, seen: int) -> Played:
    """Make a person's move as a page's form does."""
    return commands.play(table, PersonMove(person, move, key, seen))


def bot_move(table: str, seat: int, number: int, move: Any) -> Played:
    """Make the move that a bot chose for the seat on board `number`."""
    return commands.play(table, BotMove(seat, move, number))


def tick(table: str) -> Played:
    """Make the clock's move at a real-time table."""
    return commands.play(table, clock_move)


def step(snapshot: Snapshot, rng: Random | None = None, key: str = "") -> Played:
    """Make a legal move of an awaited seat at the stored table, as its person or bot."""
    return step_of(storage.load(snapshot.table.pk), rng, key)


def step_of(newest: Snapshot, rng: Random | None = None, key: str = "") -> Played:
    """Make a legal move of an awaited seat, as its person or bot. No other move has been stored since."""
    if newest.rules.REAL_TIME and newest.table.started_at and newest.table.started_at > timezone.now():
        rewound(newest.table.pk, 60_000)
    seat = awaited(newest)
    if not newest.rules.legal_moves(newest.state, seat):
        rewound(newest.table.pk, 60_000)
        return tick(newest.table.pk)
    move = first_legal(newest, seat, rng)
    number = newest.table.number
    if newest.seats[seat].played_by_bot:
        return bot_move(newest.table.pk, seat, number, move)
    return submit(newest.table.pk, newest.seats[seat].user_id, move, key=key or f"step-{number}", seen=number)


def play_until(snapshot: Snapshot, phase: str, rng: Random | None = None) -> Snapshot:
    """Play on to Parade's phase `discard` or `over`."""
    newest = storage.load(snapshot.table.pk)
    while newest.rules.view(newest.state, None)["phase"] != phase:
        newest = step_of(newest, rng).snapshot
    return now(newest)


def finished(count: int = 2, seed: str = "", **plan: Any) -> Snapshot:
    return play_until(running(count, seed, **plan), "over")


def stored(table_id: str) -> list[Any]:
    """Return everything stored about a table, which a refused move must not change."""
    return [
        list(Table.objects.filter(pk=table_id).values()),
        list(Seat.objects.filter(table_id=table_id).order_by("index").values()),
        list(Move.objects.filter(table_id=table_id).order_by("number").values()),
    ]


def without_tokens(page: str) -> str:
    """Return the page without what is drawn anew each time it is loaded: tokens of its forms, and its time."""
    tokens = r'(csrfmiddlewaretoken|commitment|ticket)" value="[^"]+"|CSRFToken": "\w+"|data-now="\d+"'
    return re.sub(tokens, "", page)
