"""Conditional moves without a pause."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def at_once(settings: Any) -> None:
    """Let conditional moves be carried out without a pause."""
    settings.BOT_PAUSE_MS = 0
