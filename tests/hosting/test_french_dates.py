"""The first day of a month."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import translation
from django.utils.formats import date_format


@pytest.mark.parametrize(
    ("language", "number", "written"),
    [("fr", 1, "mardi 1er décembre"), ("fr", 2, "mercredi 2 décembre"), ("en", 1, "Tuesday 1 December")],
)
def test_only_the_first_day_of_a_french_month_is_an_ordinal(language: str, number: int, written: str) -> None:
    with translation.override(language):
        assert date_format(date(2026, 12, number), "l j F") == written
