"""Additions of features to notifications. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable

from games.play.snapshot import Snapshot

# Sentences for the seat's person about changes since they were there, for example to their conditional moves.
lines: list[Callable[[Snapshot, int], list[str]]] = []
