"""PostgreSQL with a connection pool that drops all connections as soon as one of them is dead.

After a restart of the server all connections are dead. The pool itself would check them one by one and double its
wait after each, so with six connections a visitor would get an error after half a minute.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

# Seconds. The pool would report an error of the server only after its own time-out.
FIRST_TRY = 5
# The pause after a failure before the next attempt, so that many requests don't each wait.
PAUSE = 0.5


class DatabaseWrapper(base.DatabaseWrapper):
    reached = False
    # By the monotonic clock: until then connections are refused at once.
    away_until = 0.0
    # Open connections, on which threads may be waiting.
    opened: WeakSet[Any] = WeakSet()

    def cut_off(self) -> None:
        """Close all connections to a server that hangs, so that waiting threads get errors.

        Without this they would wait until the server answers, because its own time-outs don't run while it hangs.
        """
        for connection in list(DatabaseWrapper.opened):
            with (
                suppress(OSError, self.Database.Error),
                socket.socket(fileno=os.dup(connection.fileno())) as line,
            ):
                line.shutdown(socket.SHUT_RDWR)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a working connection, from the pool if there is a pool.

        Raises the driver's errors if there is none, and without waiting if another thread has just failed.
        """
        if time.monotonic() < DatabaseWrapper.away_until:
            raise self.Database.OperationalError("the database was not reached a moment ago")
        try:
            return self._connection(conn_params)
        except self.Database.OperationalError:
            DatabaseWrapper.away_until = time.monotonic() + PAUSE
            raise

    def _connection(self, conn_params: dict[str, Any]) -> Any:
        self._reach(conn_params)
        connection = self._opened(conn_params)
        if self.pool is None:
            return connection
        try:
            ConnectionPool.check_connection(connection)
        except self.Database.Error:
            self.pool.putconn(connection)
            self.pool.drain()
            connection = self._opened(conn_params)
        return connection

    def _opened(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        # Registered before the first query, because that query may hang.
        DatabaseWrapper.opened.add(connection)
        return connection

    def _reach(self, conn_params: dict[str, Any]) -> None:
        """Connect once in each process without the pool, so that an error is reported at once.

        The pool would retry for half a minute first.
        """
        if not DatabaseWrapper.reached:
            self.Database.connect(**{"connect_timeout": FIRST_TRY} | conn_params).close()
            DatabaseWrapper.reached = True
