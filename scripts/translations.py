"""Texts for people: collect them from the code and the templates into the .po files, and compile those.

`translations.py collect` adds what is new and marks what nobody says any more as obsolete; `translations.py compile`
writes the .mo files, with the spaces of each language's typography where translators wrote plain ones. Babel finds the
texts and polib keeps the files, so that gettext need not be installed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polib

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "config", "games")
TEMPLATES = "templates"
SUFFIXES = (".html", ".txt", ".jinja")
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr]|\{\w*\}")
# What Django names besides the functions that Babel knows: which arguments are texts, and which one is a context.
LAZY = {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# By language the plain spaces at which a line must not break, and what stands there instead.
SPACES = {
    "fr": (
        (re.compile(" (?=[;!?])"), "\N{NARROW NO-BREAK SPACE}"),
        (re.compile(" (?=[:»])|(?<=«) "), "\N{NO-BREAK SPACE}"),
    ),
}


class Text(NamedTuple):
    """A text to translate; `plural` and `context` are empty where it has none."""

    text: str
    plural: str
    context: str


def texts() -> dict[Text, set[str]]:
    """Every text of the project, with the files that say it."""
    found: dict[Text, set[str]] = {}
    for path in files():
        for text in said(path.suffix, path.read_bytes()):
            found.setdefault(text, set()).add(path.relative_to(ROOT).as_posix())
    return found


def files() -> Iterator[Path]:
    for name in SOURCES:
        yield from sorted((ROOT / name).rglob("*.py"))
    for folder in (ROOT / TEMPLATES, *sorted(ROOT.glob(f"games/*/{TEMPLATES}"))):
        yield from sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def said(suffix: str, source: bytes) -> Iterator[Text]:
    """The texts of one file of that kind, found by Babel."""
    # Imported here: compiling needs neither Babel nor a template language, which `make play` may not have.
    from babel.messages import extract
    from jinja2.ext import babel_extract

    methods: dict[str, Any] = {".py": "python", ".jinja": babel_extract}
    method = methods.get(suffix, _django_extract)
    keywords = extract.DEFAULT_KEYWORDS | LAZY
    options = {"silent": "false", "encoding": "utf-8"}
    for _line, message, _comments, context in extract.extract(method, BytesIO(source), keywords, (), options):
        text, plural = message if isinstance(message, tuple) else (message, "")
        yield Text(text, plural, context or "")


def _django_extract(file: BinaryIO, keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """For Babel, as its own extractors are: Django makes calls of gettext of a template's tags, as for xgettext."""
    from babel.messages.extract import extract_python
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    calls = templatize(file.read().decode())
    # Indented as a page is, it would be no Python.
    unindented = "\n".join(line.strip() for line in calls.splitlines())
    return extract_python(BytesIO(unindented.encode()), keywords, tags, options)


def text_of(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def catalogues() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))


def collect() -> None:
    found = texts()
    for folder in sorted((ROOT / "locale").iterdir()):
        path = folder / "LC_MESSAGES" / "django.po"
        catalogue = polib.pofile(str(path), wrapwidth=110) if path.exists() else _new(folder.name)
        _update(catalogue, found)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(path))
        done = len(catalogue.translated_entries())
        print(f"{path.relative_to(ROOT)}: {done} of {len(found)} texts are translated")


def _new(language: str) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = {
        "Project-Id-Version": "Unbirthday",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n > 1);",
    }
    return catalogue


def _update(catalogue: polib.POFile, found: dict[Text, set[str]]) -> None:
    known = {text_of(entry): entry for entry in catalogue}
    for text, entry in known.items():
        entry.obsolete = text not in found
    for text in found.keys() - known.keys():
        known[text] = polib.POEntry(msgid=text.text, msgctxt=text.context or None, msgid_plural=text.plural)
        if text.plural:
            known[text].msgstr_plural = {0: "", 1: ""}
    for text, places in found.items():
        # Without line numbers: they would change with every edit of the code.
        known[text].occurrences = [(place, "") for place in sorted(places)]
        if "%" in text.text and PLACEHOLDER.search(text.text) and "python-format" not in known[text].flags:
            known[text].flags.append("python-format")
    kept = [entry for text, entry in known.items() if text in found or entry.translated()]
    catalogue[:] = sorted(kept, key=lambda entry: (entry.obsolete, entry.occurrences, entry.msgid))


def compiled(path: Path) -> polib.POFile:
    """What is read of that catalogue."""
    catalogue, language = polib.pofile(str(path)), path.parent.parent.name
    for entry in catalogue:
        entry.msgstr = typeset(language, entry.msgstr)
        for number, text in entry.msgstr_plural.items():
            entry.msgstr_plural[number] = typeset(language, text)
    return catalogue


def typeset(language: str, text: str) -> str:
    for plain, space in SPACES.get(language, ()):
        text = plain.sub(space, text)
    return text


def compile_all() -> None:
    for path in catalogues():
        try:
            compiled(path).save_as_mofile(str(path.with_suffix(".mo")))
        except (OSError, ValueError) as error:
            sys.exit(f"{path.relative_to(ROOT)}: {error}")


if __name__ == "__main__":
    commands = {"collect": collect, "compile": compile_all}
    if sys.argv[1:] not in [[name] for name in commands]:
        sys.exit("translations.py collect | compile")
    commands[sys.argv[1]]()
