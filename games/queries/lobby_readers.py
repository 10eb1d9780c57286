"""The lobby as many read it at once: what is the same for all is asked for once, and of each reader only what tells
whether their own part is another one now."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.models import Seat, Table
from games.people import lists as people
from games.queries import lobby
from games.queries.waiting import ACTIVE

# So many are asked for: as many as are shown, and more, for some are left out of what a reader sees.
OPEN, RUNNING = 2 * lobby.SHOWN, 3 * lobby.WATCHED
# A person's tables and the tables that they are invited to, each with its version.
Versions = frozenset[tuple[str, int]]


class Reader(NamedTuple):
    """What decides which of the public tables somebody sees: whom they don't meet, where they sit, who invites them."""

    apart: frozenset[int] = frozenset()
    sat: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Standing:
    """The lobby at one moment: the newest public tables, and what concerns each of the people asked for."""

    open: list[Table]
    running: list[Table]
    versions: dict[int, Versions]
    apart: dict[int, frozenset[int]]

    def versions_of(self, person: int) -> Versions:
        return self.versions.get(person, frozenset())

    def apart_of(self, person: int) -> frozenset[int]:
        return self.apart.get(person, frozenset())


def standing(persons: Collection[int]) -> Standing:
    """In a handful of queries, however many people there are."""
    return Standing(
        lobby.open_tables(limit=OPEN),
        lobby.running_tables(limit=RUNNING),
        _versions(persons),
        people.apart_of(persons),
    )


def _versions(persons: Collection[int]) -> dict[int, Versions]:
    active = Seat.objects.filter(table__status__in=ACTIVE)
    found = defaultdict(set)
    for whose, seats in (
        ("user_id", active.filter(user__in=persons, resigned=None)),
        ("reserved_id", active.filter(reserved__in=persons)),
    ):
        for person, *table in seats.values_list(whose, "table_id", "table__version"):
            found[person].add(tuple(table))
    return {person: frozenset(tables) for person, tables in found.items()}


def open_to(now: Standing, reader: Reader) -> list[Table]:
    """As `lobby.open_tables` for that reader, asked for anew only if too many had to be left out."""
    own = reader.sat | reader.asked
    return _left(
        now.open,
        lambda table: table.pk in own or bool(reader.apart & {seat.user_id for seat in table.seats.all()}),
        (lobby.SHOWN, OPEN),
        lambda: lobby.open_tables(reader.apart, own),
    )


def running_for(now: Standing, reader: Reader) -> list[Table]:
    return _left(
        now.running,
        lambda table: table.pk in reader.sat,
        (lobby.WATCHED, RUNNING),
        lambda: lobby.running_tables(reader.sat),
    )


def _left(
    tables: Sequence[Table],
    hidden: Callable[[Table], bool],
    limits: tuple[int, int],
    anew: Callable[[], list[Table]],
) -> list[Table]:
    """The first `shown` of the `asked` newest tables that aren't hidden; there may be more than were asked for."""
    shown, asked = limits
    found = [table for table in tables if not hidden(table)]
    return anew() if len(found) < shown and len(tables) == asked else found[:shown]


def look(table: Table, seats: Collection[Seat]) -> str:
    """Changes with what the lobby shows of a table, and to whom. Two words: the second changes with whose turn it is
    at a live table, which is another one every few seconds; most moves leave the first as it is."""
    sitting = [(seat.name, seat.user_id, seat.reserved_id) for seat in seats]
    awaited = [(seat.index, until(seat)) for seat in seats if seat.is_awaited]
    slow, live = ([], awaited) if table.is_live else (awaited, [])
    return f"{_digest((str(table.status), table.public, sitting, slow))} {_digest(live)}"


def same_but_turn(look: str, other: str) -> bool:
    """Whether at most whose turn it is at a live table differs."""
    return look.partition(" ")[0] == other.partition(" ")[0]


def _digest(shown: object) -> str:
    return hashlib.blake2b(repr(shown).encode(), digest_size=8).hexdigest()


def until(seat: Seat) -> str:
    """When a person's time is over; empty of a bot, whose time is nobody's."""
    return "" if seat.deadline is None or seat.played_by_bot else seat.deadline.isoformat(timespec="seconds")


def look_of(table: Table) -> str:
    """The same of a table that was asked for with its seats."""
    return look(table, table.seats.all())


def concerned(seats: Iterable[Seat]) -> list[int]:
    """The ids of the users who sit there or are invited."""
    return [person for seat in seats for person in (seat.user_id, seat.reserved_id) if person is not None]
