"""Races without a countdown."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def at_once(settings: Any) -> None:
    """Let races begin without a countdown."""
    settings.READY_MS = settings.COUNTDOWN_MS = 0
