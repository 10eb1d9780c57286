"""What the pages for developers and hosts name is there: files, folders, links, words for `make`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# A path from one of the site's folders, in backquotes; `<game>` and `*` stand for anything.
NAMED = re.compile(
    r"`((?:accounts|config|deploy|docs|games|hosting|locale|scripts|static|templates|tests)/[\w./<>*-]*)`"
)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#]+)")
MAKE = re.compile(r"`make ([a-z]+)")
# What the reader of the tutorial makes, and what is named as superseded.
NOT_THERE = re.compile(r"croquet|^tests/(?:hidden|secrets)\.py|games/(?:play|live)/")


def missing(page: Path, text: str) -> list[str]:
    named = [name for name in NAMED.findall(text) if not NOT_THERE.search(name) and not exists(name)]
    links = [name for name in LINK.findall(text) if not (page.parent / name).exists()]
    return named + links + [f"make {word}" for word in MAKE.findall(text) if not is_made(word)]


def exists(name: str) -> bool:
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    # A game's own folders lie below it: `templates/<game>/` is one of them.
    return any(ROOT.glob(pattern)) or any(ROOT.glob(f"games/*/{pattern}"))


def is_made(word: str) -> bool:
    return re.search(rf"^{word}:", (ROOT / "Makefile").read_text(), re.MULTILINE) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    assert missing(page, page.read_text()) == []


def test_what_is_not_there_is_found() -> None:
    text = (
        "`games/tables/` `games/<game>/rules/view.py` `static/<game>/board.css` [playing](playing.md) `make play` "
        "`games/steward/` `games/<game>/rules/steward.py` [desk](desk.md) `make tea`"
    )
    assert missing(ROOT / "docs" / "page.md", text) == [
        "games/steward/",
        "games/<game>/rules/steward.py",
        "desk.md",
        "make tea",
    ]
