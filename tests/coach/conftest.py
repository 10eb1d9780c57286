"""The coach answers a person within seconds or not at all; here it may start as slowly as a busy machine lets it."""

from __future__ import annotations

import pytest

from games.coach import questions
from scripts.cluster.process import PATIENCE


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twice: it is started, and then thinks.
    monkeypatch.setattr(questions, "LONGEST", 2 * PATIENCE)
