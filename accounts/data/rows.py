"""Turns a stored row into plain data, for the export of its person."""

from __future__ import annotations

from typing import Any

from django.db.models import Field, Model

from accounts.data import registry
from accounts.models import User


def as_data(row: Model, without: str = "") -> dict[str, Any]:
    """Return the row's fields by name, without secret ones and `without`. Other people appear by their public names."""
    hidden = registry.secret().get(row._meta.label, set()) | {without}
    fields = [field for field in row._meta.concrete_fields if field.name not in hidden]
    return {field.name: _value(row, field) for field in fields}


def _value(row: Model, field: Field[Any, Any]) -> Any:
    if field.related_model is User:
        other = getattr(row, field.name)
        return other and other.username
    if field.is_relation and row._meta.auto_created:
        return str(getattr(row, field.name))
    return getattr(row, field.attname)
