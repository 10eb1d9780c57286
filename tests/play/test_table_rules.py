"""Table rules whose default depends on the number of seats."""

from __future__ import annotations

import pytest

from games.models import Table
from games.play import beginning, opening, seating
from games.play.opening import Plan
from tests.helpers.given import person

pytestmark = pytest.mark.django_db


def race_of_four(host: str, options: dict[str, int]) -> Table:
    return opening.open_table(person(host), Plan("stockings", 4, options=options)).table


@pytest.mark.parametrize(
    ("chosen", "kept"), [({}, 3000), ({"window": 8000}, 8000)], ids=["default", "chosen"]
)
def test_rules_follow_the_number_of_seats_unless_they_were_chosen(chosen: dict[str, int], kept: int) -> None:
    begins, waits = race_of_four("Ada", chosen), race_of_four("Dan", chosen)
    for name in ("Ben", "Cleo"):
        seating.join(begins.pk, person(name), "s", begins.invite)
    assert beginning.begin_with(begins.pk, person("Ada").pk, 3).table.options["window"] == kept
    rearranged = beginning.rearrange(waits.pk, person("Dan").pk, Plan("stockings", 3))
    assert rearranged.table.options["window"] == kept
