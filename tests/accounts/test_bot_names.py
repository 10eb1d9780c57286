"""Bots have their own names in each language, which people can't take in any language."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import translation

from accounts.names import is_reserved, shown
from games import boards
from games.play.bot_names import bot_name
from games.rules import core


@pytest.mark.parametrize(("language", "name"), [("en", "March Hare"), ("fr", "le Lièvre de Mars")])
def test_a_bots_name_is_read_in_the_readers_language_and_reserved_in_all(language: str, name: str) -> None:
    with translation.override(language):
        assert shown("March Hare") == name
    assert is_reserved(name)


def test_the_first_bot_of_a_level_is_called_as_its_face_and_no_other_levels_bot() -> None:
    taken: list[str] = []
    for level in ("hard", "easy", "easy", "gentle", "greedy", "unknown"):
        taken.append(bot_name(level, taken))
    assert taken == ["Raven", "March Hare", "Duchess", "Dormouse", "Gryphon", "Mock Turtle"]


def test_no_bot_has_the_name_of_another_level_or_of_a_character_at_the_largest_table() -> None:
    others = {"Dormouse", "Gryphon", "Raven", "White Rabbit", "Caterpillar", "Cheshire"}
    most = max(max(core.game(name).SEATS) for name in boards.games())
    taken: list[str] = []
    for _bot in range(most):
        taken.append(bot_name("easy", taken))
    assert len(set(taken)) == most
    assert not others & set(taken)


def test_no_page_of_rules_calls_a_character_by_a_bots_name() -> None:
    rules = [
        page
        for name in boards.games()
        for page in Path(f"games/{name}/templates/{name}").glob("rules.*.html")
    ]
    assert len(rules) >= 8
    words = {" ".join(page.read_text().split()).casefold() for page in rules}
    assert [text for text in words if "march hare" in text or "lièvre de mars" in text] == []
