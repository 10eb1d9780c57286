"""Files, folders, links and targets of `make` that the documentation names exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# A path from one of the site's folders in backquotes; `<game>` and `*` stand for anything.
NAMED = re.compile(
    r"`((?:accounts|config|deploy|docs|games|hosting|locale|scripts|static|templates|tests)/[\w./<>*-]*)`"
)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#]+)")
MAKE = re.compile(r"`make ([a-z]+)")
# What the reader of the tutorial makes, and names given as superseded.
NOT_THERE = re.compile(r"croquet|^tests/(?:hidden|secrets)\.py|games/(?:play|live)/")


def missing(page: Path, text: str) -> list[str]:
    named = [name for name in NAMED.findall(text) if not NOT_THERE.search(name) and not exists(name)]
    links = [name for name in LINK.findall(text) if not (page.parent / name).exists()]
    return named + links + [f"make {word}" for word in MAKE.findall(text) if not is_made(word)]


def exists(name: str) -> bool:
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    # A game's own folders are below it: `templates/<game>/` is one of them.
    return any(ROOT.glob(pattern)) or any(ROOT.glob(f"games/*/{pattern}"))


def is_made(word: str) -> bool:
    return re.search(rf"^{word}:", (ROOT / "Makefile").read_text(), re.MULTILINE) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    assert missing(page, page.read_text()) == []


def test_a_missing_file_is_detected() -> None:
    text = (
        "`games/play/` `games/<game>/rules/view.py` `static/<game>/board.css` [playing](playing.md) `make play` "
        "`games/steward/` `games/<game>/rules/steward.py` [desk](desk.md) `make tea`"
    )
    assert missing(ROOT / "docs" / "page.md", text) == [
        "games/steward/",
        "games/<game>/rules/steward.py",
        "desk.md",
        "make tea",
    ]


GLOSSARY = [
    (name, path)
    for name, path in re.findall(
        r"^\| (\w+) \| `(games/[\w/]+\.py)` \|", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE
    )
]


@pytest.mark.parametrize(("name", "path"), GLOSSARY)
def test_a_type_of_the_glossary_is_in_its_module(name: str, path: str) -> None:
    assert re.search(rf"^(?:class )?{name}\b(?: = |[(:])", (ROOT / path).read_text(), re.MULTILINE)


def stable() -> list[tuple[str, str]]:
    """Return the stable modules and names of docs/adding-a-game.md."""
    text = (ROOT / "docs/adding-a-game.md").read_text()
    names, module = [], ""
    for name in re.findall(r"`([\w.]+)`", text.split("## What is stable")[1].split("- The elements")[0]):
        if "." in name:
            inner, _, last = name.rpartition(".")
            module, name = (inner, last) if last[0].isupper() or not is_module(name) else (name, "")
        names.append((module, name))
    return names


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()


@pytest.mark.parametrize(("module", "name"), stable())
def test_the_names_that_packages_may_rely_on_exist(module: str, name: str) -> None:
    assert hasattr(import_module(module), name) if name else is_module(module)
