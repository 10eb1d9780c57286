"""People at a table for tests of boards."""

from __future__ import annotations

from typing import Any

from games.boards import Person


def seated(index: int, name: str, *, awaited: bool = False, **fields: Any) -> Person:
    """Return a person who plays their own seat."""
    return Person(index, name, awaited=awaited, **fields)
