"""Texts for people: collect them from code and templates into .po files, and compile these.

`translations.py collect` adds new texts and marks unused ones as obsolete. `translations.py compile` writes .mo files,
with each language's special spaces where translators wrote plain ones. Babel extracts the texts and polib writes the
files, so that gettext need not be installed.
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
# Functions of Django that Babel does not know: which arguments are texts, and which is a context.
LAZY = {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# Any space that a translator may have written
SPACE = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"
# By language: places at which a line must not break, and what stands there instead.
SPACES = {
    "fr": (
        (re.compile(f"{SPACE}(?=[;!?])"), "\N{NARROW NO-BREAK SPACE}"),
        (re.compile(f"{SPACE}(?=[:»])|(?<=«){SPACE}"), "\N{NO-BREAK SPACE}"),
        # In an hour, which may be a date format: 22 h 00.
        (re.compile(r"(?<=\bG) (?=\\h)|(?<=\bh) (?=00\b|i\b)"), "\N{NO-BREAK SPACE}"),
        # Before a unit, and in thousands.
        (re.compile(r"(?<=\d) (?=\d{3}\b)"), "\N{NO-BREAK SPACE}"),
        (
            re.compile(rf"(?:(?<=[\d}}])|(?<=\)[sd])){SPACE}(?=%(?![(\w])|(?:h|j|min|s|ms|pts?|Mo)\b(?!’))"),
            "\N{NO-BREAK SPACE}",
        ),
        (re.compile(r"(?<=\be-)(?=mail)"), "\N{WORD JOINER}"),
    ),
}


class Text(NamedTuple):
    """A text to translate. `plural` and `context` are "" if it has none."""

    text: str
    plural: str
    context: str


def texts() -> dict[Text, set[str]]:
    """Return every text of the project with the files that contain it."""
    files_by_text: dict[Text, set[str]] = {}
    for path in files():
        for text in extracted(path.suffix, path.read_bytes()):
            files_by_text.setdefault(text, set()).add(path.relative_to(ROOT).as_posix())
    return files_by_text


def files() -> Iterator[Path]:
    for name in SOURCES:
        yield from sorted((ROOT / name).rglob("*.py"))
    for folder in (ROOT / TEMPLATES, *sorted(ROOT.glob(f"games/*/{TEMPLATES}"))):
        yield from sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def extracted(suffix: str, source: bytes) -> Iterator[Text]:
    """Yield the texts of one file, extracted by Babel."""
    # Imported here because compiling needs neither Babel nor Jinja, which `make play` may lack.
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
    """Extract texts of Django templates for Babel. Django turns template tags into calls of gettext, as for
    xgettext."""
    from babel.messages.extract import extract_python
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    calls = templatize(file.read().decode())
    # With a page's indentation it would not be valid Python.
    unindented = "\n".join(line.strip() for line in calls.splitlines())
    return extract_python(BytesIO(unindented.encode()), keywords, tags, options)


def text_of(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def catalogues() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))


def collect() -> None:
    all_texts = texts()
    for folder in sorted((ROOT / "locale").iterdir()):
        path = folder / "LC_MESSAGES" / "django.po"
        catalogue = polib.pofile(str(path), wrapwidth=110) if path.exists() else _new(folder.name)
        _update(catalogue, all_texts)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(path))
        translated = len(catalogue.translated_entries())
        print(f"{path.relative_to(ROOT)}: {translated} of {len(all_texts)} texts are translated")


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


def _update(catalogue: polib.POFile, all_texts: dict[Text, set[str]]) -> None:
    entries = {text_of(entry): entry for entry in catalogue}
    for text, entry in entries.items():
        entry.obsolete = text not in all_texts
    for text in all_texts.keys() - entries.keys():
        entries[text] = polib.POEntry(msgid=text.text, msgctxt=text.context or None, msgid_plural=text.plural)
        if text.plural:
            entries[text].msgstr_plural = {0: "", 1: ""}
    for text, places in all_texts.items():
        # Without line numbers: they would change with every edit of the code.
        entries[text].occurrences = [(place, "") for place in sorted(places)]
        if "%" in text.text and PLACEHOLDER.search(text.text) and "python-format" not in entries[text].flags:
            entries[text].flags.append("python-format")
    used = [entry for text, entry in entries.items() if text in all_texts or entry.translated()]
    catalogue[:] = sorted(used, key=lambda entry: (entry.obsolete, entry.occurrences, entry.msgid))


def compiled(path: Path) -> polib.POFile:
    """Return the catalogue with typeset translations."""
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
