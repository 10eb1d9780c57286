"""A stage for benchmarks: a database of its own with people, their sessions and running tables."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User
    from games.play.snapshot import Snapshot

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Place:
    """A person's seat: the table's id, the seat and the session cookie."""

    table: str
    seat: int
    cookie: str


@cache
def prepare() -> Path:
    """Set Django up on a fresh VAR_DIR, removed at the end. Call it before importing models."""
    folder = Path(tempfile.mkdtemp(prefix="unbirthday-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.update(VAR_DIR=str(folder), DJANGO_SETTINGS_MODULE="config.settings", LOG_LEVEL="WARNING")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    return folder


def games_to_measure(real_time: bool = False) -> list[str]:
    """Return the installed games in order: turn games, or real-time games."""
    from games import boards
    from games.rules import core

    return [name for name in boards.games() if real_time == core.game(name).REAL_TIME]


def seat_people(
    tables: int, seats: int = 4, game: str = "", options: dict[str, int] | None = None
) -> list[list[Place]]:
    """Open running tables with a person on every seat, of the first turn game by default."""
    from accounts.models import User
    from games.play import opening, seating

    places_by_table, game = [], game or games_to_measure()[0]
    for _ in range(tables):
        people = [User.objects.create_user(f"P{os.urandom(6).hex()}", is_guest=True) for _ in range(seats)]
        plan = opening.Plan(game, seats, bank_ms=600_000, increment_ms=60_000, options=options or {})
        table = opening.open_table(people[0], plan).table.pk
        for person in people[1:]:
            seating.join(table, person)
        places_by_table.append([Place(table, seat, cookie_of(person)) for seat, person in enumerate(people)])
    return places_by_table


def next_move(snapshot: Snapshot, rng: Random | None = None) -> tuple[int, dict[str, Any]]:
    """Return a seat that is to act and a legal move of it, the first one without `rng`."""
    seat = snapshot.rules.to_act(snapshot.state)[0]
    moves = snapshot.rules.legal_moves(snapshot.state, seat)
    return seat, rng.choice(list(moves)) if rng else moves[0]


def make_move(snapshot: Snapshot, seat: int, move: dict[str, Any], key: str = "") -> Snapshot:
    """Make a move of the seat's person, without a server. Return the table after it."""
    from games.play import commands, moves

    person, number = snapshot.seats[seat].user_id, snapshot.table.number
    return commands.play(
        snapshot.table.pk, moves.PersonMove(person, move, key or f"k{number}", number)
    ).snapshot


def cookie_of(person: User) -> str:
    """Return the cookie of a new session of that person."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(person)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def serve(port: int, folder: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a Daphne process with its scheduler, as `make play` does. The caller ends it."""
    variables = {"VAR_DIR": str(folder), "STATIC_ROOT": str(prepare() / "static")} if folder else {}
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        env=os.environ | variables | {"LOG_LEVEL": "WARNING"},
    )
