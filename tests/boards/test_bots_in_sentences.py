"""A French bot's name has an article: small within a sentence, with a capital where the sentence begins."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.boards import jinja, level_words, texts
from games.boards.language import begun, gettext, ngettext
from games.play.bot_names import panel_name

NAMES = {"en": ("Gryphon", "March Hare", "Eaglet"), "fr": ("le Griffon", "le Lièvre de Mars", "l’Aiglon")}


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "It is Gryphon's turn",
                "Gryphon resigned.",
                "Gryphon, March Hare and Eaglet win",
                "then Gryphon",
            ],
        ),
        (
            "fr",
            [
                "On attend le Griffon",
                "Le Griffon a abandonné.",
                "Le Griffon, le Lièvre de Mars et l’Aiglon gagnent",
                "puis le Griffon",
            ],
        ),
    ],
)
def test_a_bots_article_is_small_within_a_sentence_only(language: str, sentences: list[str]) -> None:
    with translation.override(language):
        several = texts.names(NAMES[language])
        bot = NAMES[language][0]
        assert sentences == [
            gettext("It is %(name)s's turn") % {"name": bot},
            texts.seat_event("resigned", bot),
            ngettext("%(names)s wins", "%(names)s win", 3) % {"names": several},
            gettext("then %(names)s") % {"names": bot},
        ]


def test_a_list_of_bots_stays_small_until_a_sentence_begins_with_it() -> None:
    with translation.override("fr"):
        several = texts.names(NAMES["fr"])
        assert several == "le Griffon, le Lièvre de Mars et l’Aiglon"
        assert gettext("With %(names)s") % {"names": several} == f"Avec {several}"
        assert begun("l’Aiglon et vous") == "L’Aiglon et vous"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("person", ["noor", "le Griffonneur", "l’ami"])
def test_a_persons_name_stays_as_it_is(language: str, person: str) -> None:
    with translation.override(language):
        assert texts.seat_event("resigned", person).startswith(person)
        assert (gettext("%(name)s passed.") % {"name": person}).startswith(person)
        assert begun(person) == person


def test_sentences_of_templates_begin_alike() -> None:
    with translation.override("fr"):
        said = jinja.translated("%(name)s's tunnel collapses", name="le Griffon & <b>")
        assert str(said) == "Le Griffon &amp; &lt;b&gt; voit son tunnel s’effondrer"


def test_a_panel_has_no_article_and_the_bot_of_a_level_has_a_small_one() -> None:
    with translation.override("fr"):
        assert panel_name("Gryphon") == "Griffon"
        assert level_words.face_name("greedy") == "le Griffon"
