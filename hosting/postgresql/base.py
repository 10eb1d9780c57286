"""PostgreSQL by a pool that forgets all its connections once one of them is found dead.

After a restart of the server all of them are. The pool's own check would try them one by one and wait twice as long
after each: with six of them a visitor would be answered with an error half a minute later.
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

# Seconds. What the server says at once a pool would only say after its own patience.
FIRST_TRY = 5
# After a failure, before the next one tries: many at once would each wait.
PAUSE = 0.5


class DatabaseWrapper(base.DatabaseWrapper):
    reached = False
    # By the monotonic clock: nobody waits for the pool until then.
    away_until = 0.0
    # Those that somebody may be waiting on.
    opened: WeakSet[Any] = WeakSet()

    def cut_off(self) -> None:
        """When the server leaves everything unanswered: end all connections, so that whoever waits is told so. Else
        they would wait for as long as it does: no time-out of the server's own runs while it hangs."""
        for each in list(DatabaseWrapper.opened):
            with suppress(OSError, self.Database.Error), socket.socket(fileno=os.dup(each.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """One that answers, from the pool if there is one; the driver's errors if there is none, at once where another
        has just waited in vain."""
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
        # Before anything is asked of it: that may be what is left unanswered.
        DatabaseWrapper.opened.add(connection)
        return connection

    def _reach(self, conn_params: dict[str, Any]) -> None:
        """Once in a process: say at once why there is no connection, rather than have the pool try for half a
        minute."""
        if not DatabaseWrapper.reached:
            self.Database.connect(**{"connect_timeout": FIRST_TRY} | conn_params).close()
            DatabaseWrapper.reached = True
