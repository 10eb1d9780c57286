"""The expected reactions to a refused message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.notifications.channels.errors import SendError

# The receiver is gone, doesn't want the message, or may accept it later.
GONE, PERMANENT, LATER = "gone", "permanent", "later"


@contextmanager
def send_fails(meaning: str, match: str | None = None) -> Iterator[pytest.ExceptionInfo[SendError]]:
    with pytest.raises(SendError, match=match) as failed:
        yield failed
    error = failed.value
    assert (GONE if error.gone else PERMANENT if error.permanent else LATER) == meaning
    assert error.permanent or not error.gone
