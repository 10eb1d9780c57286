"""Parsers for fields of a submitted form."""

from __future__ import annotations

from django.utils.datastructures import MultiValueDict

from games.rules import core

# The fields of a page's form, from a socket or by POST. A request's QueryDict is one as well.
Form = MultiValueDict[str, str]


def chosen(form: Form, field: str) -> str:
    """Return the choice in that field; Refused `missing_field` if there is none."""
    value = form.get(field)
    if not value:
        raise core.Refused("missing_field", field=field)
    return value


def number(text: str) -> int:
    """Return the small number. Refused `malformed` otherwise."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise core.Refused("malformed")
    return int(text)
