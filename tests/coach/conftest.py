"""The coach must answer within seconds. In tests it may start as slowly as a busy machine lets it."""

from __future__ import annotations

import pytest

from games.coach import questions
from scripts.cluster.process import PATIENCE


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twice, because it starts and then thinks.
    monkeypatch.setattr(questions, "LONGEST", 2 * PATIENCE)
