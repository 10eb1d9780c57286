"""What the hub, its rooms and its subscribers know of each other and of a socket: nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

from django.http import QueryDict

from accounts.models import User
from games.tables import Snapshot
from games.tables.threads import DatabaseThread


class Socket(Protocol):
    """An open page, at a table or (`table` is "") in the lobby."""

    person: User | None
    person_id: int | None
    language: str
    query: QueryDict
    table: str
    # The visitor's seat in the match: its primary key, and its index where the game is a real-time one.
    seat: int | None
    contender: int | None

    def tell(self, text: str) -> None:
        """Hand a message over; whoever does not read is dropped in the end."""

    def ping(self, number: int, answered: Callable[[float], None]) -> bool:
        """Ping the browser below the page, which can't hold the answer back; whether the server can."""

    async def close(self, code: int) -> None: ...


class Services(Protocol):
    """What the hub does for a subscriber. `database` is the sockets' one thread for database work."""

    database: DatabaseThread

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do it beside everything else; what it raises is logged."""

    def snapshot_of(self, table: str) -> Snapshot | None:
        """The table as it was last shown to its sockets here."""


class Subscriber:
    """Who is to know what happens to this process's sockets. All of it is called on the event loop."""

    def entered(self, socket: Socket) -> None:
        """A socket is open; nothing has been sent to it yet."""

    async def greet(self, socket: Socket) -> None:
        """A socket at a table has been shown its board: what else is it to be sent now?"""

    def left(self, socket: Socket) -> None:
        """A socket that had entered has closed."""

    def committed(self, snapshot: Snapshot) -> None:
        """A table was changed, here or in another process."""

    def shown(self, snapshot: Snapshot, sockets: Collection[Socket]) -> None:
        """Those sockets at a table have just been sent that snapshot."""

    def background(self) -> Sequence[Coroutine[Any, Any, None]]:
        """What runs for as long as the hub does."""
        return ()
