"""The rules pages: one a game and language, with examples that are drawn by the board's own parts."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.test import Client

from games import boards

pytestmark = pytest.mark.django_db
PAGES = [(game, language) for game in boards.games() for language, _name in settings.LANGUAGES]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_each_game_has_its_rules_in_each_language(game: str, language: str) -> None:
    answer = Client(headers={"accept-language": language}).get(f"/rules/{game}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in page
    assert 'class="card' in page


def test_a_game_without_a_translated_page_would_be_found_out() -> None:
    for game, language in PAGES:
        get_template(f"rules/{game}.{language}.html")
    with pytest.raises(TemplateDoesNotExist):
        get_template("rules/parade.xx.html")


def test_there_are_no_rules_of_an_unknown_game() -> None:
    assert Client().get("/rules/bridge/").status_code == 404
