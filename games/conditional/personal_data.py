"""Personal data: the conditional moves of a person's seats."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from accounts.data.registry import PersonalData
from accounts.data.rows import as_data
from games.conditional.models import ConditionalMove
from games.models import Seat


def _of_seat(row: Model) -> dict[str, Any]:
    if not isinstance(row, Seat):
        return {}
    rows = ConditionalMove.objects.filter(table=row.table_id, seat=row.index)
    return {"conditional_moves": [as_data(row) for row in rows]}


PERSONAL_DATA = PersonalData(related=_of_seat)
