"""The first day of a month in French dates: `1er décembre`. Django has no format character for it."""

from __future__ import annotations

from django.utils.dateformat import DateFormat
from django.utils.translation import get_language

_number = DateFormat.j


def day(self: DateFormat) -> int | str:
    number = _number(self)
    return "1er" if number == 1 and get_language() == "fr" else number


def install() -> None:
    DateFormat.j = day  # type: ignore[method-assign, assignment]
