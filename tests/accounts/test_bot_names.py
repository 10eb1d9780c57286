"""Bots are called otherwise in each language, and nobody else may be called so in any."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.names import is_reserved, shown


@pytest.mark.parametrize(("language", "name"), [("en", "March Hare"), ("fr", "Lièvre de Mars")])
def test_a_bots_name_is_read_in_the_readers_language_and_reserved_in_all(language: str, name: str) -> None:
    with translation.override(language):
        assert shown("March Hare") == name
    assert is_reserved(name)
