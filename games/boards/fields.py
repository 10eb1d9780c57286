"""Parsers for fields of a submitted form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules import core


def chosen(form: Mapping[str, Any], field: str) -> str:
    """Return the choice in that field; Refused `missing_field` if there is none."""
    value = form.get(field, "")
    if not isinstance(value, str) or not value:
        raise core.Refused("missing_field", field=field)
    return value


def number(text: str) -> int:
    """Return the small number. Refused `malformed` otherwise."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise core.Refused("malformed")
    return int(text)
