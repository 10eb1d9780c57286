"""PostgreSQL with a pool that drops all its connections once one of them is dead.

After a restart of the server all of them are dead. The pool itself would check them one by one and wait twice as long
after each; with six of them a visitor would see an error after half a minute.
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
    # Open connections, on which somebody may be waiting.
    opened: WeakSet[Any] = WeakSet()

    def cut_off(self) -> None:
        """End all connections of a server that hangs, so that waiting threads get errors.

        They would wait as long as it hangs, because the server's own time-outs don't run then.
        """
        for connection in list(DatabaseWrapper.opened):
            with (
                suppress(OSError, self.Database.Error),
                socket.socket(fileno=os.dup(connection.fileno())) as line,
            ):
                line.shutdown(socket.SHUT_RDWR)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that answers, from the pool if there is one.

        The driver's errors if there is none; at once if another thread has just waited in vain.
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
        # Before the first query, which may be the one that hangs.
        DatabaseWrapper.opened.add(connection)
        return connection

    def _reach(self, conn_params: dict[str, Any]) -> None:
        """Connect once in each process without the pool, which would retry for half a minute before it reports an
        error."""
        if not DatabaseWrapper.reached:
            self.Database.connect(**{"connect_timeout": FIRST_TRY} | conn_params).close()
            DatabaseWrapper.reached = True
