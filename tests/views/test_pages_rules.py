"""The rules pages: one for each game and language, with examples drawn by the board's own macros."""

from __future__ import annotations

from html import unescape
from importlib.util import find_spec
from itertools import product

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.test import Client

from games import boards
from tests.helpers import given
from tests.helpers.own_games import OWN

pytestmark = pytest.mark.django_db
PAGES = [(game, language) for game in boards.games() for language, _name in settings.LANGUAGES]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_each_game_has_its_rules_in_each_language(game: str, language: str) -> None:
    answer = Client(headers={"accept-language": language}).get(f"/rules/{game}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    # If a template names something wrongly, Python's representation appears.
    assert " object at 0x" not in page
    # A game without tags for its cards has no drawn examples.
    assert 'class="card' in page or find_spec(f"{boards.config(game).name}.templatetags") is None


@pytest.mark.parametrize("game", OWN)
def test_each_language_marks_as_many_rules_as_the_sites_own(game: str) -> None:
    marks = [
        Client(headers={"accept-language": language})
        .get(f"/rules/{game}/")
        .content.decode()
        .count('class="ours"')
        for language, _name in settings.LANGUAGES
    ]
    # One explains the mark.
    assert min(marks) > 1
    assert min(marks) == max(marks)


@pytest.mark.parametrize("game", boards.games())
def test_the_panel_over_the_board_says_what_each_part_is(game: str) -> None:
    page = (
        Client()
        .get(f"/t/{given.running(max(boards.config(game).seats), 'parts', game=game).table.pk}/")
        .content.decode()
    )
    for selector, words in boards.board_of(game).PARTS.items():
        assert f'<li data-of="{selector}">{words}</li>' in unescape(page)


def test_a_game_without_a_translated_page_would_be_found_out() -> None:
    for game, (language, _name) in product(OWN, settings.LANGUAGES):
        get_template(f"{game}/rules.{language}.html")
    with pytest.raises(TemplateDoesNotExist):
        get_template("parade/rules.xx.html")


def test_there_are_no_rules_of_an_unknown_game() -> None:
    assert Client().get("/rules/bridge/").status_code == 404
