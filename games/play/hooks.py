"""Hooks of play: what features add to a change of a table.

The core imports no feature. Each feature appends its own hooks when its app is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.models import Seat, Table
from games.rules import core

if TYPE_CHECKING:
    from games.play.snapshot import Draft, Snapshot


class Terms(NamedTuple):
    """A feature's choice for the host of a new table.

    `of` reads a table's choice, for its rematch; `settle` stores the choice for a new table. The choice is None if the
    form didn't offer it.
    """

    of: Callable[[Table], Any]
    settle: Callable[[Snapshot, User, Any], None]


# The scripted move after that number of moves: its seat and the move itself. None if the table has no script.
scripts: list[Callable[[Table, int], tuple[int, core.Move] | None]] = []
# By the feature's name: private values by seat. Only the seat itself may see its value. Falsy values mean none.
private: dict[str, Callable[[str], Mapping[int, Any]]] = {}
# Delete the values of a seat, or of all seats if the index is None. Called within the transaction that ends the
# match, or that deletes an account.
ended: list[Callable[[str, int | None], None]] = []
# The time when something will act for an awaited seat, so that its person is not notified before; None if
# nothing will.
acting: list[Callable[[Seat], datetime | None]] = []
# Terms that features let the host choose when a table is opened, by the feature's name.
terms: dict[str, Terms] = {}
# Called when a match is over, within the transaction that ends it.
over: list[Callable[[Draft], None]] = []
# Called when a match against bots alone is closed because its person did not go on, within that transaction.
unfinished: list[Callable[[Draft], None]] = []
# The seed of a bot's random generator for the next move of that seat; None means a random one.
bot_seeds: list[Callable[[Snapshot, int], int | None]] = []
# Subqueries for matches that don't count. The first argument refers to the table from the outer query, the second is a
# seat if only what this seat did matters.
uncounted: list[Callable[[OuterRef, int | None], Exists]] = []


def scripted(table: Table, number: int | None = None) -> tuple[int, core.Move] | None:
    """Return the seat and the move that the script gives after `number` moves (None: now); None if no move is given."""
    at = table.number if number is None else number
    moves = (script(table, at) for script in scripts)
    return next((move for move in moves if move is not None), None)


def private_of(table_id: str) -> Mapping[str, Mapping[int, Any]]:
    """Return the features' private values at the table, by feature and seat."""
    held = {name: read(table_id) for name, read in private.items()}
    return {name: by_seat for name, by_seat in held.items() if by_seat}


def forget(table_id: str, seat: int | None = None) -> None:
    for call in ended:
        call(table_id, seat)


def acts_at(seat: Seat) -> datetime | None:
    """Return the first moment when a feature acts for an awaited seat; None if none does."""
    return min((at for hook in acting if (at := hook(seat)) is not None), default=None)


def terms_of(table: Table) -> dict[str, Any]:
    """Return what was chosen at the table, by feature."""
    return {name: of_feature.of(table) for name, of_feature in terms.items()}


def settle_terms(snapshot: Snapshot, host: User, chosen: Mapping[str, Any]) -> None:
    """Store the terms of a new table, within the transaction that opens it."""
    for name, of_feature in terms.items():
        of_feature.settle(snapshot, host, chosen.get(name))


def bot_seed(snapshot: Snapshot, seat: int) -> int | None:
    """Return the seed of the random generator for a bot's next move; None for a random one."""
    seeds = (hook(snapshot, seat) for hook in bot_seeds)
    return next((seed for seed in seeds if seed is not None), None)
