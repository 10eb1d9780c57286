"""Every text for people is in every catalogue: translated, not fuzzy, with the same placeholders, and in use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import polib
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS
from django.utils import translation

from scripts.translations import (
    LAZY,
    ROOT,
    Text,
    catalogues,
    compiled,
    extracted,
    files,
    text_of,
    texts,
    typeset,
)

# A breaking space, or the start of a line, where French needs a no-break space.
BREAKS = re.compile(r"(?:^|\s)(?<![\u00a0\u202f])[:;?!»]|«(?!\u00a0|&nbsp;)", re.M)
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr]|\{\w*\}|%%")
# Words that the glossary replaces (docs/glossary-fr.md), a typewriter apostrophe, and colours before values.
FORBIDDEN = re.compile(
    r"\b(?:avis|chaises?|reflets?|press(?:ez|er|ion)|cartes? honnêtes?|par les yeux)\b"
    r"|(?<=[^\W\d_])'(?=[^\W\d_])|Ho!|Ho !\.|\b(?:bleu|vert|gris|orange|violet|rouge) %\(value\)d",
    re.I,
)


def everything(catalogue: Path) -> dict[Text, polib.POEntry]:
    return {text_of(entry): entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete}


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def mismatched(entry: polib.POEntry) -> bool:
    """A form for one may leave out its number ("the last one"). Any other placeholder is in every form."""
    wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural or "")
    least = placeholders(entry.msgid)
    return any(not least <= placeholders(each) <= wanted for each in translations(entry) if each)


def test_there_is_a_french_catalogue() -> None:
    assert "fr" in [path.parent.parent.name for path in catalogues()]


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_no_text_is_missing(catalogue: Path) -> None:
    assert sorted(texts().keys() - everything(catalogue).keys()) == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_no_text_is_left_over(catalogue: Path) -> None:
    assert sorted(everything(catalogue).keys() - texts().keys()) == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_every_text_is_translated_and_nobody_doubts_it(catalogue: Path) -> None:
    found = everything(catalogue).values()
    assert [entry.msgid for entry in found if not all(translations(entry)) or entry.fuzzy] == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_every_translation_has_the_placeholders_of_its_text(catalogue: Path) -> None:
    assert [entry.msgid for entry in everything(catalogue).values() if mismatched(entry)] == []


def test_french_follows_its_glossary() -> None:
    entries = everything(next(path for path in catalogues() if path.parent.parent.name == "fr")).values()
    texts_of_rules = [path.read_text() for path in sorted(ROOT.glob("games/*/templates/*/rules.fr.html"))]
    assert len(texts_of_rules) >= 4
    wrong = [each for entry in entries for each in translations(entry) if FORBIDDEN.search(each)]
    assert wrong == []
    assert [FORBIDDEN.search(re.sub("<[^>]*>", "", text)) for text in texts_of_rules] == [None] * len(
        texts_of_rules
    )


@pytest.mark.parametrize("wrong", ["Vos avis", "l'autre", "Ho! Ho!", "le bleu %(value)d", "Pressez ici"])
def test_a_word_against_the_glossary_is_found(wrong: str) -> None:
    assert FORBIDDEN.search(wrong)


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_the_compiled_catalogue_is_the_one_that_was_written(catalogue: Path) -> None:
    with translation.override(catalogue.parent.parent.name):
        plain = [
            entry for entry in everything(catalogue).values() if entry.translated() and not entry.msgid_plural
        ]
        language = catalogue.parent.parent.name
        wrong = [entry.msgid for entry in plain if translated(entry) != typeset(language, entry.msgstr)]
        assert wrong == []


def translated(entry: polib.POEntry) -> str:
    return (
        translation.pgettext(entry.msgctxt, entry.msgid)
        if entry.msgctxt
        else translation.gettext(entry.msgid)
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Tour 3 : à vous ; jouez !", "Tour 3\xa0: à vous\u202f; jouez\u202f!"),
        ("« %(name)s » passe. Et vous ?", "«\xa0%(name)s\xa0» passe. Et vous\u202f?"),
        ("Ho ! Ho ! Ho !", "Ho\u202f! Ho\u202f! Ho\u202f!"),
        ('<a href="/x/?a=b;c">12:30</a> : {time}', '<a href="/x/?a=b;c">12:30</a>\xa0: {time}'),
    ],
)
def test_no_line_begins_with_a_sign_in_french(written: str, read: str) -> None:
    assert typeset("fr", written) == read
    assert typeset("fr", read) == read
    assert typeset("en", written) == written
    assert placeholders(written) == placeholders(read)


def test_no_french_text_that_is_read_may_break_before_a_sign() -> None:
    catalogue = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    read = [text for entry in compiled(catalogue) for text in translations(entry)]
    assert any("\u202f" in text for text in read)
    assert [text for text in read if BREAKS.search(text)] == []


@pytest.mark.parametrize(
    "page", sorted(ROOT.glob("games/*/templates/*/*.fr.html")), ids=lambda page: page.parent.name
)
def test_no_page_of_french_rules_may_break_before_a_sign(page: Path) -> None:
    text = re.sub(r"\{%.*?%\}|<[^>]*>", "", page.read_text())
    assert [line for line in text.splitlines() if BREAKS.search(line)] == []


def test_texts_are_found_in_code() -> None:
    source = (
        '_("One " "text"); ngettext("%(n)d card", "%(n)d cards", n);'
        ' pgettext("menu", "Play"); other("no"); _(name)'
    )
    assert set(extracted(".py", source.encode())) == {
        Text("One text", "", ""),
        Text("%(n)d card", "%(n)d cards", ""),
        Text("Play", "", "menu"),
    }


def test_no_text_is_hidden_in_an_f_string_where_babel_does_not_look() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in files()
        if path.suffix == ".py"
        for whole in ast.walk(ast.parse(path.read_text()))
        if isinstance(whole, ast.JoinedStr)
        for call in ast.walk(whole)
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in {*DEFAULT_KEYWORDS, *LAZY}
    ]
    assert hidden == []


def test_texts_are_found_in_templates() -> None:
    source = (
        '{% load i18n %}<a title="{% translate "It\'s yours" %}">{{ _("More")|lower }}</a>{# {% translate "no" %} #}'
        "{% blocktranslate count n=cards trimmed %}\n {{ n }}\n card{% plural %}{{ n }} cards{% endblocktranslate %}"
        '{% translate "Play" context "menu" %}'
    )
    assert set(extracted(".html", source.encode())) == {
        Text("It's yours", "", ""),
        Text("More", "", ""),
        Text("%(n)s card", "%(n)s cards", ""),
        Text("Play", "", "menu"),
    }


def test_texts_are_found_in_the_parts_of_a_board() -> None:
    source = (
        """<b title="{{ _('It"s yours') }}">{{ _("pile: %(deck)s", deck=deck) }}</b>"""
        """{# {{ _("no") }} #}{{ other("no") }}"""
        """{% if seen %}{{ ngettext("%(num)d card", "%(num)d cards", cards) }}{% endif %}{{ _(name) }}"""
    )
    assert set(extracted(".jinja", source.encode())) == {
        Text('It"s yours', "", ""),
        Text("pile: %(deck)s", "", ""),
        Text("%(num)d card", "%(num)d cards", ""),
    }


def test_the_texts_of_every_kind_of_file_are_collected() -> None:
    suffixes = {Path(place).suffix for places in texts().values() for place in places}
    assert suffixes == {".py", ".html", ".txt", ".jinja"}


@pytest.mark.parametrize(
    ("text", "translated", "wrong"),
    [
        ("%(name)s played.", "%(name)s a joué.", False),
        ("%(name)s played.", "%(nom)s a joué.", True),
        ("%(name)s played.", "On a joué.", True),
        ("Played.", "%(name)s a joué.", True),
    ],
)
def test_a_wrong_placeholder_is_seen(text: str, translated: str, wrong: bool) -> None:
    assert mismatched(polib.POEntry(msgid=text, msgstr=translated)) is wrong
