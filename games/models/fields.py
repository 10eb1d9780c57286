"""The field in which moves, events and states are stored."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models import packing

# Characters of JSON: what is shorter is hardly made shorter by packing.
SHORT = 200


class Compact(json.JSONEncoder):
    """No spaces."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":")})


class PackedField(models.JSONField):
    """A dict or a list as plain data; a long one is packed into one JSON string. What was stored before there were such
    is read as it is. To the database it is any JSON: no migration tells the two apart."""

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
                # Which is given text: not written twice.
                return text
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        found = super().from_db_value(value, expression, connection)
        return packing.unpack(found) if packing.is_packed(found) else found
