"""Dates in words."""

from __future__ import annotations

import re
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import pgettext


def date_in_words(when: date, pattern: str) -> str:
    """Return the date in Django's date format `pattern`. French writes the first day of a month as an ordinal: 1er."""
    if when.day == 1:
        # Translators: the first day of a month in Django's date format, such as “1” or “1er” (j\e\r).
        first = pgettext("first day of a month", "j")
        pattern = re.sub(r"(?<!\\)j", lambda _j: first, pattern)
    return date_format(when, pattern, use_l10n=False)
