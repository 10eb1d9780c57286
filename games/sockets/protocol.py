"""The interfaces between the hub, its rooms, its subscribers and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

from django.http import QueryDict

from accounts.models import User
from games.play.database_thread import DatabaseThread
from games.play.snapshot import Snapshot


class Socket(Protocol):
    """An open page. `table` is the id of its table, or "". `is_lobby` is True for pages that list tables."""

    is_lobby: bool
    person: User | None
    person_id: int | None
    language: str
    query: QueryDict
    table: str
    # The visitor's seat: its primary key, and in real-time games its index.
    seat: int | None
    contender: int | None

    def tell(self, text: str) -> None:
        """Send a message without waiting. A visitor who does not read is dropped in the end."""

    def ping(self, number: int, answered: Callable[[float], None]) -> bool:
        """Ping the browser itself, whose answer the page can't hold back. Return True if the server supports it."""

    async def close(self, code: int) -> None: ...

    def look_again(self) -> None:
        """Find the visitor's seat anew. Close the socket if they may not see the table any more."""


class Services(Protocol):
    """The services of the hub for subscribers.

    `sockets` are those that are open. `database` is the sockets' one thread for database work.
    """

    sockets: set[Socket]
    database: DatabaseThread

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work in a task of its own. Exceptions are logged."""

    def snapshot_of(self, table: str) -> Snapshot | None:
        """Return the snapshot last shown to the table's sockets, None if there is no room."""


class Subscriber:
    """Gets events of this process's sockets. All methods are called on the event loop."""

    def entered(self, socket: Socket) -> None:
        """A socket has opened; nothing has been sent to it yet."""

    async def greet(self, socket: Socket) -> None:
        """Send what a new socket needs besides the board of its table."""

    def left(self, socket: Socket) -> None:
        """A socket has closed."""

    def on_commit(self, snapshot: Snapshot) -> None:
        """A change of a table was committed, here or in another process."""

    def shown(self, snapshot: Snapshot, sockets: Collection[Socket]) -> None:
        """These sockets have just been sent a snapshot of their table."""

    def background(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Return work that runs as long as the hub."""
        return ()
