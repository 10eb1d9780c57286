"""The coach's data about a person: hints they took, and reviews of their seats or that they asked for."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from accounts.data.registry import PersonalData
from accounts.data.rows import as_data
from accounts.models import User
from games.coach.models import Hint, Review
from games.models import Seat


def _of_seat(row: Model) -> dict[str, Any]:
    if not isinstance(row, Seat):
        return {}
    place = {"table": row.table_id, "seat": row.index}
    return {
        "hints": [as_data(row) for row in Hint.objects.filter(**place)],
        # Others may have asked for them.
        "reviews": [as_data(row, without="asker") for row in Review.objects.filter(**place)],
    }


def _erase(person: User) -> None:
    Review.objects.filter(asker=person).exclude(network="").update(network="")


PERSONAL_DATA = PersonalData(
    exported={"games.Review.asker": "reviews"},
    # The network belongs to the person who asked, who may not be the person in the seat.
    secret={"games.Review": {"network"}},
    related=_of_seat,
    erase=_erase,
)
