"""Texts for people: collect them from the code and the templates into the .po files, and compile those.

`translations.py collect` adds what is new and marks what nobody says any more as obsolete; `translations.py compile`
writes the .mo files. Both do it with polib alone, so that gettext need not be installed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "config", "games")
TEMPLATES = "templates"
SUFFIXES = (".html", ".txt", ".jinja")
# How many of a call's leading arguments are texts, and whether the first of them is a context.
CALLS = {
    "_": (1, False),
    "gettext": (1, False),
    "gettext_lazy": (1, False),
    "gettext_noop": (1, False),
    "ngettext": (2, False),
    "ngettext_lazy": (2, False),
    "pgettext": (2, True),
    "pgettext_lazy": (2, True),
    "npgettext": (3, True),
    "npgettext_lazy": (3, True),
}
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdr]|\{\w*\}")
STRING = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATE = re.compile(rf"\b(n?p?gettext|_)\(\s*({STRING}(?:\s*,\s*{STRING})*)")


class Text(NamedTuple):
    """A text to translate; `plural` and `context` are empty where it has none."""

    text: str
    plural: str
    context: str


def texts() -> dict[Text, set[str]]:
    """Every text of the project, with the files that say it."""
    found: dict[Text, set[str]] = {}
    for path in files():
        read = READERS.get(path.suffix, in_template)
        for text in read(path.read_text(encoding="utf-8")):
            found.setdefault(text, set()).add(path.relative_to(ROOT).as_posix())
    return found


def files() -> Iterator[Path]:
    for folder in SOURCES:
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from sorted(path for path in (ROOT / TEMPLATES).rglob("*") if path.suffix in SUFFIXES)


def in_python(source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            said = [each.value for each in node.args if isinstance(each, ast.Constant)]
            yield from _called(name, [each for each in said if isinstance(each, str)])


def in_template(source: str) -> Iterator[Text]:
    # Imported late: compiling needs no Django.
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    for name, arguments in IN_TEMPLATE.findall(templatize(source)):
        yield from _called(name, [ast.literal_eval(each) for each in re.findall(STRING, arguments)])


def in_jinja(source: str) -> Iterator[Text]:
    # Imported late, like Django above.
    from jinja2 import Environment

    jinja = Environment(extensions=["jinja2.ext.i18n"])
    functions = tuple(CALLS)
    for _line, name, said in jinja.extract_translations(source, functions):
        arguments = said if isinstance(said, tuple) else (said,)
        yield from _called(name, [each for each in arguments if isinstance(each, str)])


def _called(name: str, said: list[str]) -> Iterator[Text]:
    count, has_context = CALLS.get(name, (0, False))
    if count and len(said) >= count:
        context, *rest = said[:count] if has_context else ["", *said[:count]]
        yield Text(rest[0], rest[1] if len(rest) > 1 else "", context)


READERS = {".py": in_python, ".jinja": in_jinja}


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


def compile_all() -> None:
    for path in catalogues():
        try:
            polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
        except (OSError, ValueError) as error:
            sys.exit(f"{path.relative_to(ROOT)}: {error}")


if __name__ == "__main__":
    commands = {"collect": collect, "compile": compile_all}
    if sys.argv[1:] not in [[name] for name in commands]:
        sys.exit("translations.py collect | compile")
    commands[sys.argv[1]]()
