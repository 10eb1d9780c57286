"""PostgreSQL by a pool that forgets all its connections once one of them is found dead.

After a restart of the server all of them are. The pool's own check would try them one by one and wait twice as long
after each: with six of them a visitor would be answered with an error half a minute later.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """One that answers, from the pool if there is one; the driver's errors if there is none."""
        connection = super().get_new_connection(conn_params)
        if self.pool is None:
            return connection
        try:
            ConnectionPool.check_connection(connection)
        except self.Database.Error:
            self.pool.putconn(connection)
            self.pool.drain()
            connection = super().get_new_connection(conn_params)
        return connection
