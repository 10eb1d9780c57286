"""Every text for people is in every catalogue: translated, not fuzzy, with the same placeholders, and in use."""

from __future__ import annotations

import ast
import html
import re
from pathlib import Path

import polib
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS
from django.utils import translation

from accounts.names import shown
from games.boards.language import begun
from games.play.bot_names import BOT_NAMES
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

# A breaking space, or the start of a line, where French needs a no-break space; and a letter where it needs a space.
BREAKS = re.compile(r"(?:^|\s)(?<![\u00a0\u202f])[:;?!»]|«(?!\u00a0)|(?<=[^\W\d_])[:;?!»](?=\s|$)", re.M)
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr]|\{\w*\}|%%")
COLOUR = "(?:bleu|vert|gris|orange|violet|rouge)"
NAME = r"(?:<b[^>]*>)?%\((?:name|names|host|who|other|to)\)s"
# What the glossary replaces (docs/glossary-fr.md): words, a typewriter apostrophe, a colour before its value, "à" or
# "de" before a name (au Lapin blanc, d’Ada), a clause as a subject ("Qui a Alice commence"), and a word that should
# have lost its vowel ("que Alice").
FORBIDDEN = re.compile(
    r"\b(?:avis|chaises?|reflets?|press(?:ez|er|ion)|cartes? honnêtes?|par les yeux|asse(?:oir|yez)"
    r"|sur plusieurs jours|horloges?|déconnectée?|consigne|nomm(?:e|er|ez|ée?s?)|demande JavaScript"
    r"|besoin de JavaScript|à tort|(?:se|s’en) défai\w+|place %\((?:place|rank)\)\w)\b"
    r"|(?<![(\w])match\b|(?<=[^\W\d_])'(?=[^\W\d_])|Ho!|Ho !\."
    rf"|\b{COLOUR} (?:%\(value\)d|\d)|\b(?:à|de|que) {NAME}|(?:^|[.;:]\s)qui\b[^.?]*\."
    r"|(?<![-\w])(?:de|que|le|la|je|me|te|se|ne) (?!onz|oui\b|un\b)[aeiouyâéèêîôœ]",
    re.I,
)

# A French part of a page in two languages.
IN_FRENCH = re.compile(r'<(p|section) lang="fr">(.*?)</\1>', re.S)
# A placeholder for a person or bot, the articles of bots' names, and what needs another article: "de Le Loir".
PERSON = re.compile(r"%\((?:name|names|host|who|other|to|several|rival)\)s")
ARTICLE = re.compile("Le |La |L’")
WITHOUT_ARTICLE = ("Cheshire", "Lizard Bill")
CONTRACTED = re.compile(
    r"\b(?:[àÀdD]e?|[dD]u|[aA]ux?|[dD]es|[lL][ea]|[qQ]ue) (?:<b[^>]*>)?(?:L[ea] |L’)|[dl]’(?:L[ea] |L’)"
)


def french_pages() -> list[Path]:
    """Return the templates that hold French texts, which are not in the catalogue."""
    folders = (ROOT / "templates", *sorted(ROOT.glob("games/*/templates")))
    templates = [path for folder in folders for path in sorted(folder.rglob("*.html"))]
    pages = [*templates, ROOT / "deploy/outage.html"]
    return [path for path in pages if path.suffixes[0] == ".fr" or IN_FRENCH.search(path.read_text())]


def french_of(page: Path) -> str:
    """Return what is French of a page: all of it, with attributes and arguments of tags, or its French paragraphs."""
    # Without the cards of an example, which are in Parade's notation.
    source = re.sub("{% parade_count %}.*?{% end", "", html.unescape(page.read_text()), flags=re.S)
    return (
        source if page.suffixes[0] == ".fr" else "\n".join(part for _tag, part in IN_FRENCH.findall(source))
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
    return any(not least <= placeholders(text) <= wanted for text in translations(entry) if text)


def test_there_is_a_french_catalogue() -> None:
    assert "fr" in [path.parent.parent.name for path in catalogues()]


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_no_text_is_missing(catalogue: Path) -> None:
    assert sorted(texts().keys() - everything(catalogue).keys()) == []


def test_no_english_text_has_a_hyphen_in_email_at_which_a_line_may_break() -> None:
    assert [text.text for text in texts() if "e-mail" in (text.text + text.plural).lower()] == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_no_text_is_left_over(catalogue: Path) -> None:
    assert sorted(everything(catalogue).keys() - texts().keys()) == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_every_text_is_translated_and_nobody_doubts_it(catalogue: Path) -> None:
    messages = everything(catalogue).values()
    assert [entry.msgid for entry in messages if not all(translations(entry)) or entry.fuzzy] == []


@pytest.mark.parametrize("catalogue", catalogues(), ids=lambda path: path.parent.parent.name)
def test_every_translation_has_the_placeholders_of_its_text(catalogue: Path) -> None:
    assert [entry.msgid for entry in everything(catalogue).values() if mismatched(entry)] == []


def test_french_texts_follow_the_glossary() -> None:
    entries = everything(ROOT / "locale/fr/LC_MESSAGES/django.po").values()
    assert [text for entry in entries for text in translations(entry) if FORBIDDEN.search(text)] == []


@pytest.mark.parametrize("bot", BOT_NAMES)
def test_every_french_sentence_reads_well_with_a_bot_in_it(bot: str) -> None:
    with translation.override("fr"):
        # The capital tells the name's article from others.
        name = begun(shown(bot))
    assert ARTICLE.match(name) or bot in WITHOUT_ARTICLE
    entries = everything(ROOT / "locale/fr/LC_MESSAGES/django.po").values()
    read = [
        PERSON.sub(name, text) for entry in entries for text in translations(entry) if PERSON.search(text)
    ]
    assert len(read) > 150
    assert [text for text in read if CONTRACTED.search(text)] == []


def test_the_rules_and_the_pages_of_a_failure_are_read_as_french() -> None:
    names = [page.name for page in french_pages()]
    assert names.count("rules.fr.html") >= 4
    assert {"500.html", "database_away.html", "outage.html"} <= set(names)


@pytest.mark.parametrize("page", french_pages(), ids=lambda page: f"{page.parent.name}-{page.name}")
def test_french_pages_follow_the_glossary_and_do_not_break_before_a_sign(page: Path) -> None:
    text = french_of(page)
    assert len(text) > 50
    in_one_line = " ".join(re.sub("</?[a-z][^>]*>", "", text).split())
    assert [FORBIDDEN.findall(words) for words in (text, in_one_line)] == [[], []]
    assert [line for line in text.splitlines() if BREAKS.search(line)] == []


@pytest.mark.parametrize(
    "wrong",
    [
        "Vos avis",
        "l'autre",
        "Ho! Ho!",
        "le bleu %(value)d",
        "le bleu 3",
        "Pressez ici",
        "S’asseoir",
        "à %(name)s de jouer",
        "les cartes de <b>%(names)s",
        "Qui a Alice commence.",
        "On tourne ; qui pose gagne.",
        "un match",
        "La chaussette nommée",
        "se défaire d’une carte",
        "Place %(place)s",
        "que Alice",
        "de explorer",
        "2 à tort",
    ],
)
def test_a_word_against_the_glossary_is_found(wrong: str) -> None:
    assert FORBIDDEN.search(wrong)


@pytest.mark.parametrize(
    "right",
    ["Qui voit mes cotes ?", "%(matches)s parties", "le 3 bleu", "avec %(name)s", "Posez-la en premier"],
)
def test_french_as_the_glossary_has_it_is_not_found(right: str) -> None:
    assert not FORBIDDEN.search(right)


@pytest.mark.parametrize("wrong", ["Et vous ?", "Et vous?", "Place : la", "« oui", "oui »", "\n! Ho"])
def test_a_missing_no_break_space_is_found(wrong: str) -> None:
    assert BREAKS.search(wrong)


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
        ("14 %% en 20 ms, 3 pts", "14\xa0%% en 20\xa0ms, 3\xa0pts"),
        ("%(n)d %%, %(n)s h, %(who)s s’ajoute", "%(n)d\xa0%%, %(n)s\xa0h, %(who)s s’ajoute"),
        ("Tour\u202f: %(n)d\u202f%% ?", "Tour\xa0: %(n)d\xa0%%\u202f?"),
        ("{hour} h 00, {d} j {h} h", "{hour}\xa0h\xa000, {d}\xa0j {h}\xa0h"),
        (r"j N, G \h i", "j N, G\xa0\\h\xa0i"),
        ("1 469 parties sur %(all)s", "1\xa0469 parties sur %(all)s"),
        ("Pas d’e-mail de Jean-Marc ?", "Pas d’e-\u2060mail de Jean-Marc\u202f?"),
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
