"""When a process looks through all that it holds: at a quiet moment, and at last though it is busy."""

import pytest

from hosting.collector import LONGEST, WORTH, is_due


@pytest.mark.parametrize(
    ("grown", "worked", "waited", "due"),
    [
        (WORTH, 0.01, 1, True),
        (WORTH - 1, 0.01, LONGEST, False),
        (WORTH, 0.9, LONGEST - 1, False),
        (WORTH, 0.9, LONGEST, True),
    ],
)
def test_it_waits_for_a_quiet_moment_but_not_for_ever(
    grown: int, worked: float, waited: int, due: bool
) -> None:
    assert is_due(grown, worked, waited) is due
