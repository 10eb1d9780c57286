"""What this process last saw stored of the tables that run: the least recently used are forgotten. Threads share it."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache

from games.tables.snapshot import Snapshot

TABLES = 2000


class Memory:
    """Snapshots by table."""

    def __init__(self, tables: int = TABLES) -> None:
        self._newest: LRUCache[str, Snapshot] = LRUCache(tables)
        self._lock = Lock()

    def find(self, table_id: str) -> Snapshot | None:
        with self._lock:
            return self._newest.get(table_id)

    def remember(self, snapshot: Snapshot) -> None:
        """Unless a newer one is known."""
        table = snapshot.table
        with self._lock:
            known = self._newest.get(table.pk)
            if known is None or known.table.version < table.version:
                self._newest[table.pk] = snapshot

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._newest.pop(table_id, None)


memory = Memory()
