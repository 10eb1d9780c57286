"""The field in which moves, events and states are stored."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models import packing

# In characters of JSON. Packing hardly makes shorter values shorter.
SHORT = 200


class Compact(json.JSONEncoder):
    """Compact JSON: no spaces."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":")})


class PackedField(models.JSONField):
    """A dict or a list as plain data. A long value is packed into one JSON string.

    Values from before packing existed are read as they are. The database sees any JSON, so no migration is needed.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"encoder": Compact})

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        del kwargs["encoder"]
        return name, "django.db.models.JSONField", args, kwargs

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if isinstance(value, dict | list):
            text = packing.written(value)
            if len(text) >= SHORT:
                value = packing.pack(value, text)
            elif connection.vendor == "sqlite":
                # SQLite takes text: don't encode twice.
                return text
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        stored = super().from_db_value(value, expression, connection)
        return packing.unpack(stored) if packing.is_packed(stored) else stored
