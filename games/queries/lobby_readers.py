"""The lobby as many readers see it, computed together.

The common part is queried once. One query checks whether the readers' own parts have changed.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.models import Seat, Table
from games.people import lists as people
from games.queries import lobby
from games.queries.waiting import ACTIVE

# A person's tables and the tables that they are invited to, each with its version.
Versions = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class LobbySnapshot:
    """The lobby at one moment: the first public tables, and what concerns each reader."""

    open: list[Table]
    running: list[Table]
    versions: dict[int, Versions]
    apart: dict[int, frozenset[int]]

    def versions_of(self, person: int) -> Versions:
        return self.versions.get(person, frozenset())

    def apart_of(self, person: int) -> frozenset[int]:
        return self.apart.get(person, frozenset())


def read_lobby(persons: Collection[int]) -> LobbySnapshot:
    """Read the lobby. The number of queries does not depend on the number of people."""
    return LobbySnapshot(
        lobby.open_tables(lobby.OPEN),
        lobby.running_tables(lobby.RUNNING),
        _versions(persons),
        people.apart_of(persons),
    )


def _versions(persons: Collection[int]) -> dict[int, Versions]:
    active = Seat.objects.filter(table__status__in=ACTIVE)
    tables_by_person = defaultdict(set)
    for whose, seats in (
        ("user_id", active.filter(user__in=persons, resigned=None)),
        ("reserved_id", active.filter(reserved__in=persons)),
    ):
        for person, *table in seats.values_list(whose, "table_id", "table__version"):
            tables_by_person[person].add(tuple(table))
    return {person: frozenset(tables) for person, tables in tables_by_person.items()}


def look(table: Table, seats: Collection[Seat]) -> str:
    """Return a string that changes when the lobby would show the table differently, or to other people.

    It has two words. The second changes with the turn at a live table, every few seconds. Most moves leave the first
    as it is.
    """
    sitting = [(seat.name, seat.user_id, seat.reserved_id) for seat in seats]
    awaited = [(seat.index, until(seat)) for seat in seats if seat.is_awaited]
    slow, live = ([], awaited) if table.is_live else (awaited, [])
    return f"{_digest((str(table.status), table.public, sitting, slow))} {_digest(live)}"


def same_but_turn(look: str, other: str) -> bool:
    """Return True if only the turn at a live table differs."""
    return look.partition(" ")[0] == other.partition(" ")[0]


def _digest(content: object) -> str:
    return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest()


def until(seat: Seat) -> str:
    """Return the time at which a person's time is over; "" for a bot."""
    return "" if seat.deadline is None or seat.played_by_bot else seat.deadline.isoformat(timespec="seconds")


def look_of(table: Table) -> str:
    """Return `look` of a table whose seats are loaded."""
    return look(table, table.seats.all())


def concerned(seats: Iterable[Seat]) -> list[int]:
    """Return the ids of the users who sit there or are invited."""
    return [person for seat in seats for person in (seat.user_id, seat.reserved_id) if person is not None]
