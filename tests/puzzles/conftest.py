"""Puzzles ask the coach."""

from tests.coach.conftest import patience

__all__ = ["patience"]
