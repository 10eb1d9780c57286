"""For types: a value that a test knows to be there."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """Return a value that isn't None."""
    assert value is not None
    return value
