"""The garbage collector runs at a quiet moment, and finally also when the process is busy."""

import pytest

from hosting.server.collector import LONGEST, REST, WORTH, is_due


@pytest.mark.parametrize(
    ("grown", "worked", "waited", "took", "due"),
    [
        (WORTH, 0.01, 1, 0.01, True),
        (WORTH - 1, 0.01, LONGEST, 0.01, False),
        (WORTH, 0.9, LONGEST - 1, 0.01, False),
        (WORTH, 0.9, LONGEST, 0.01, True),
        (WORTH, 0.01, REST - 1, 1.0, False),
        (WORTH, 0.01, REST, 1.0, True),
    ],
)
def test_it_waits_for_a_quiet_moment_but_not_for_ever(
    grown: int, worked: float, waited: int, took: float, due: bool
) -> None:
    assert is_due(grown, worked, waited, took) is due
