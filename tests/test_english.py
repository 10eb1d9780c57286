"""English texts have one kind of apostrophe and one of quotation marks: it's “this”."""

from __future__ import annotations

import re

import pytest

from scripts.translations import ROOT, texts

TAG = re.compile(r"<[^>]*>|{[%{#].*?[%}#]}", re.S)
OTHER_KIND = re.compile('[‘’"]')


def other_kind(english: str) -> list[str]:
    return OTHER_KIND.findall(TAG.sub("", english))


def test_no_text_has_another_kind() -> None:
    english = [part for text in texts() for part in (text.text, text.plural)]
    pages = sorted(ROOT.glob("games/*/templates/*/rules.en.html"))
    assert len(pages) >= 4
    assert [text for text in (*english, *(page.read_text() for page in pages)) if other_kind(text)] == []


@pytest.mark.parametrize("wrong", ["it’s", "the ‘end’", 'the "end"', '<a href="/">"end"</a>'])
def test_another_kind_is_found(wrong: str) -> None:
    assert other_kind(wrong)


@pytest.mark.parametrize("right", ["it's “this”", '<a href="/">it</a>', '{% url "rules" %}'])
def test_marks_of_a_template_are_not_found(right: str) -> None:
    assert not other_kind(right)
